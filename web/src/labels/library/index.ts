import type { Language } from "../language";
import { EN } from "./en";
import { FR } from "./fr";
import type { LibraryLabels } from "./en";
import { ZH } from "./zh";

export type { LibraryLabels };
export const LIBRARY: Readonly<Record<Language, LibraryLabels>> = { en: EN, fr: FR, zh: ZH };
