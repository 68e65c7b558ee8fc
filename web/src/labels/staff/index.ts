import type { Language } from "../language";
import { EN } from "./en";
import { FR } from "./fr";
import type { StaffLabels } from "./en";
import { ZH } from "./zh";

export type { StaffLabels };
export const STAFF: Readonly<Record<Language, StaffLabels>> = { en: EN, fr: FR, zh: ZH };
