"""The writer without a model: `writer` makes a read and `log_writer` a log from facts alone."""
