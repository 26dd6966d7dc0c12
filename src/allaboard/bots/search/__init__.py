"""The search bot: the planner, checked against itself in worlds that its seat cannot rule out."""
