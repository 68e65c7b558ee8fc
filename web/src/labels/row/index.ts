import type { Language } from "../language";
import { EN } from "./en";
import { FR } from "./fr";
import type { RowLabels } from "./en";
import { ZH } from "./zh";

export type { RowLabels };
export const ROW: Readonly<Record<Language, RowLabels>> = { en: EN, fr: FR, zh: ZH };
