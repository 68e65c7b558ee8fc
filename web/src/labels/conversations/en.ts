import { count } from "../language";
import type { ConversationsLabels } from "./labels";

export const EN: ConversationsLabels = {
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
  found: (number, more) =>
    `${more ? "more than " : ""}${count("en", number)} ${number === 1 ? "conversation" : "conversations"} found`,
  renamed: (title) => `Renamed to “${title}”`,
  removed: (title) => `“${title}” is deleted`,
  restored: (title) => `“${title}” is back`,
  loading: "The conversation is being fetched …",
  gone: "There is no such conversation",
  goneHint: "It was deleted, or belongs to somebody else.",
  answer: "Answer",
  answerGone: "There is no such answer",
  askFurther: "Ask further",
  recording: "See how it was made",
};
