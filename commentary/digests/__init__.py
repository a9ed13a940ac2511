"""The daily and the weekly message: `delivery` opens a row for each reader and sends each once."""
