"""What the learned bot has learned: a small net that judges games before they are over, and how it is trained."""
