import type { Language } from "../language";
import { EN } from "./en";
import { FR } from "./fr";
import type { LimitsLabels } from "./en";
import { ZH } from "./zh";

export type { LimitsLabels };
export const LIMITS_LABELS: Readonly<Record<Language, LimitsLabels>> = { en: EN, fr: FR, zh: ZH };
