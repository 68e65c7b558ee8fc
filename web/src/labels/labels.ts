/** The words that every page has at hand, put together from their subjects. */
import type { AnswerLabels } from "./answer/labels";
import type { AskingLabels } from "./asking/labels";
import type { PageLabels } from "./page/labels";
import type { SourceLabels } from "./source/labels";

export interface Labels extends PageLabels, AskingLabels, AnswerLabels, SourceLabels {}
