"""A second engine for the rules, written from RULES.md alone, and the games in which it is held against the compiled one.

It shares no line with `allaboard.engine`: state in lists and counters, actions as their texts, one function for each thing that RULES.md
says. It is meant to be read beside that page, and to be slow. Of the package it uses nothing but the data of an edition.
"""
