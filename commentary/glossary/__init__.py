"""Terms explained in place: `marking` finds them; `linking` finds the figures that a text rests on."""
