/** The words of what a reader does with an answer that is there, and of what questions are limited to. */
import { count } from "../language";

export const EN = {
  row: "This answer",
  copy: "Copy",
  copyCode: "Copy code",
  copied: "Copied",
  notCopied: "The browser did not let this be copied.",
  copyLink: "Copy link",
  linkCopied: "Link copied",
  exportFile: "Export",
  exported: "Exported as a Markdown file",
  print: "Print",
  askAgain: "Ask again",
  edit: "Edit question",
  editing: "Edit the question; it is asked anew below",
  cancel: "Cancel",
  helpful: "Helpful",
  notHelpful: "Not helpful",
  wrongCitation: "Wrong citation",
  wrongWhich: "Which citation does not support its paragraph?",
  /** One citation of a paragraph, by the number on its chip. */
  wrongAt: (number: number, title: string) => `Citation ${number} is wrong: ${title}`,
  /** Words of the reader beside a verdict: the button, what is asked, and what came of it. */
  comment: "Comment",
  whatHelped: "What helped? (optional)",
  whatLacked: "What was missing or wrong? (optional)",
  whyWrong: (number: number) => `Why is citation ${number} wrong? (optional)`,
  sendComment: "Send comment",
  commentNoted: "Comment noted, thank you",
  commentTooLong: (limit: number) => `A comment may have at most ${count("en", limit)} characters.`,
  thanks: "Noted, thank you",
  takenBack: "Taken back",
  notStored: "This could not be stored. Please try again.",
  /** Words that a document says, between quotation marks. */
  quoted: (words: string) => `“${words}”`,
  scope: "Only asked of",
  workspace: (name: string) => `Workspace ${name}`,
  remove: (name: string) => `Remove: ${name}`,
  /** The dialog that chooses it. */
  whereToLook: "Where to look",
  inWorkspace: "Workspace",
  allWorkspaces: "All workspaces",
  searchTitles: "Search in titles",
  documents: "Documents",
  /** How many titles are listed, and whether there are more of them. */
  titlesFound: (number: number, hasMore: boolean) => `${count("en", number)}${hasMore ? " and more" : ""} ${number === 1 && !hasMore ? "document" : "documents"}`,
  done: "Done",
  everywhere: "Look everywhere",
  /** A question that is asked when the answer before it has ended. */
  queued: (question: string) => `Next: ${question}`,
  unqueue: "Write it again",
  passages: "Passages",
  /** An answer has grown below what is seen. */
  newBelow: "New text below",
};

export type RowLabels = typeof EN;
