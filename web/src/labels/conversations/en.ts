/** The words around conversations to come back to: their list, one that is fetched, one answer by its address. */
import { count } from "../language";

export const EN = {
  title: "Conversations",
  search: "Search conversations",
  today: "Today",
  yesterday: "Yesterday",
  thisWeek: "This week",
  earlier: "Earlier",
  writing: "being answered",
  rename: "Rename",
  name: "Name of the conversation",
  save: "Save",
  cancel: "Cancel",
  remove: "Delete",
  undo: "Undo",
  more: "Show more",
  none: "Conversations stand here as soon as you ask.",
  noneFound: "No conversation has these words.",
  /** `more`: there are others behind these. */
  found: (number: number, more: boolean) =>
    `${more ? "more than " : ""}${count("en", number)} ${number === 1 ? "conversation" : "conversations"} found`,
  renamed: (title: string) => `Renamed to “${title}”`,
  removed: (title: string) => `“${title}” is deleted`,
  restored: (title: string) => `“${title}” is back`,
  loading: "The conversation is being fetched …",
  gone: "There is no such conversation",
  goneHint: "It was deleted, or belongs to somebody else.",
  answer: "Answer",
  answerGone: "There is no such answer",
  askFurther: "Ask further",
  recording: "See how it was made",
};

export type ConversationsLabels = typeof EN;
