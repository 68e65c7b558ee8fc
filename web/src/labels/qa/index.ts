import type { Language } from "../language";
import { EN } from "./en";
import { FR } from "./fr";
import type { QaLabels } from "./en";
import { ZH } from "./zh";

export type { QaLabels };
export const QA: Readonly<Record<Language, QaLabels>> = { en: EN, fr: FR, zh: ZH };
