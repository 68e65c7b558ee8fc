/** Starts the console. */
import { start } from "./pages/console";

const root = document.getElementById("root");
if (root !== null) start(root);
