import type { Language } from "../language";
import { EN } from "./en";
import { FR } from "./fr";
import type { ConversationsLabels } from "./en";
import { ZH } from "./zh";

export type { ConversationsLabels };
export const CONVERSATIONS: Readonly<Record<Language, ConversationsLabels>> = { en: EN, fr: FR, zh: ZH };
