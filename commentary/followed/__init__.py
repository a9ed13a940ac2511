"""What readers follow: an event when a figure is out, unusual or revised, or a bank has decided; by mail and feed."""
