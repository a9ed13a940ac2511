// What the portfolio page runs, and no other page.

import "./former-element.js";
import "./viewer.js";
