import { ZH as ANSWER } from "./answer/zh";
import { ZH as ASKING } from "./asking/zh";
import type { Labels } from "./en";
import { ZH as PAGE } from "./page/zh";
import { ZH as SOURCE } from "./source/zh";

export const ZH: Labels = { ...PAGE, ...ASKING, ...ANSWER, ...SOURCE };
