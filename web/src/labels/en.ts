/** The words that every page has at hand, put together from their subjects. */
import { EN as ANSWER } from "./answer/en";
import { EN as ASKING } from "./asking/en";
import { EN as PAGE } from "./page/en";
import { EN as SOURCE } from "./source/en";

export const EN = { ...PAGE, ...ASKING, ...ANSWER, ...SOURCE };

export type Labels = typeof EN;
