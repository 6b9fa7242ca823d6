"""How strong bots are, and how that is measured."""
