/** The page of a player's own limits. */

import { need } from "../kit/dom.js";
import { showCardedPlay } from "./panel.js";

void showCardedPlay(need("#limits"));
