import type { Language } from "../language";
import { EN, type LabellingLabels } from "./en";
import { FR } from "./fr";
import { ZH } from "./zh";

export type { LabellingLabels };
export const LABELLING: Readonly<Record<Language, LabellingLabels>> = { en: EN, fr: FR, zh: ZH };
