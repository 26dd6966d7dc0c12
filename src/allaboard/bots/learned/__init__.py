"""The learned bot: the search, with a small net that judges games before they are over."""
