"""The encrypted copy between devices: `views` takes and hands out bytes that the server cannot read."""
