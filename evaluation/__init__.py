"""Corpora, training and measuring of the classifiers; the service imports nothing of it and its image lacks it."""
