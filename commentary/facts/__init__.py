"""What a text may rest on: figures frozen when it is written (`snapshot`) and what stands out (`highlights`)."""
