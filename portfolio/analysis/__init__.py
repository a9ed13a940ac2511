"""An explanation of weights for one reader, by a model under review or the rules; nothing is stored."""
