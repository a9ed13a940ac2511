"""One module for each processor: verifies a delivery's signature and parses it into a `ProcessorEvent`."""
