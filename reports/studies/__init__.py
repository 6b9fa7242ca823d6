"""What is asked of studies: one file a question, as for runs, and what several of these share."""
