/** The words that stand on every page. */
export const EN = {
  htmlLanguage: "en",
  chooseLanguage: "Language",
  signIn: "Sign in",
  signOut: "Sign out",
  key: "Access key",
  keyHint: "Whoever runs this gateway gives out keys.",
  wrongKey: "This key is not valid here.",
  statusUnknown: "The gateway does not answer. Is it still running?",
  close: "Close",
  unexpected: "Something went wrong on this page. The gateway's answer could not be read.",
  retry: "Try again",
  skip: "Skip to the content",
  navigation: "Pages",
  pageNames: { console: "Console", sources: "Sources", memory: "Memory", qa: "QA", labels: "Labels", evaluations: "Evaluation", feedback: "Feedback", usage: "Usage", keys: "Keys", audit: "Audit" },
  signedOut: "You are no longer signed in. Sign in, and this goes on where it stopped.",
};

export type PageLabels = typeof EN;
