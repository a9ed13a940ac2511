"""One module a processor: proves who sent a delivery, and reads it into a `ProcessorEvent`."""
