// What the portfolio page runs, and no other page.

import "./viewer.js";
