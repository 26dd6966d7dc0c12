"""The arena: matches between bots, what they prove, and the tuner that learns from them."""
