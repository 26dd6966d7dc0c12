"""The distilled bot: what the search finds out in possible worlds, learned by a small net, so that nothing needs to be played out."""
