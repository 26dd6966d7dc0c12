"""The rules, written once and compiled by Numba; everything else in the package runs them and none restates them."""
