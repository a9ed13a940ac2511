"""Pieces of text that, repeated, are made to cost the reviewer as much as they can."""

SHAPES = {
    "one letter": "a", "a trade": "buy ", "a condition": "if the ten-year ", "a level": "above 5 ", "numbers": "1,234.5% ",
    "digits": "1", "separators": "1,", "less than": "<", "a tag": "<a ", "entities": "&amp;", "ampersands": "&", "stars": "*a",
    "letters apart": "a b ", "line breaks": "\n", "links": "[br](b", "brackets": "[", "quotes": '"', "mixed": "\u0430b",
    "hidden": "a\u200b", "combining": "\u0301", "assets": "gold ", "advice": "investors should gold ", "futures": "sarà ",
    "attribution": "the fed said ", "dashes": "-", "cells": "| gold ", "ligatures": "\ufdfa", "dotted": "\u0130",
    "closes": "a close above the market ", "days": "1 may 2026 ", "leet": "a0a0", "grouped": "1 000 ", "underscores": "_a_",
}  # fmt: skip
