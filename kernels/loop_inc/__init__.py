"""Loop, Inc.: the rules in the order of the rules page, on one record."""
