import { EN as ANSWER } from "./answer/en";
import { EN as ASKING } from "./asking/en";
import type { Labels } from "./labels";
import { EN as PAGE } from "./page/en";
import { EN as SOURCE } from "./source/en";

export const EN: Labels = { ...PAGE, ...ASKING, ...ANSWER, ...SOURCE };
