"""The front page: what runs and studies tell of the limits of their scenario, and which comes first."""
