"""A page as files: HTML, Markdown, PDF, the figures as PNG and the tables as CSV."""
