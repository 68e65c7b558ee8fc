import type { Language } from "../language";
import { EN } from "./en";
import { FR } from "./fr";
import type { AdminLabels } from "./en";
import { ZH } from "./zh";

export type { AdminLabels };
export const ADMIN: Readonly<Record<Language, AdminLabels>> = { en: EN, fr: FR, zh: ZH };
