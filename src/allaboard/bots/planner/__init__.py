"""The planner: a bot that plans its tickets as one network and plays every edition from one table of constants."""
