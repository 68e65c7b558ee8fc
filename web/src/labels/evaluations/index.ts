import type { Language } from "../language";
import { EN, type EvaluationLabels } from "./en";
import { FR } from "./fr";
import { ZH } from "./zh";

export type { EvaluationLabels };
export const EVALUATIONS: Readonly<Record<Language, EvaluationLabels>> = { en: EN, fr: FR, zh: ZH };
