import { FR as ANSWER } from "./answer/fr";
import { FR as ASKING } from "./asking/fr";
import type { Labels } from "./en";
import { FR as PAGE } from "./page/fr";
import { FR as SOURCE } from "./source/fr";

export const FR: Labels = { ...PAGE, ...ASKING, ...ANSWER, ...SOURCE };
