"""Which questions make up the page of a run, of several, of a study, of several, and in which order."""
