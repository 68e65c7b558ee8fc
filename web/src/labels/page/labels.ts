/** The words that stand on every page. */
export interface PageLabels {
  readonly htmlLanguage: string;
  readonly chooseLanguage: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly key: string;
  readonly keyHint: string;
  readonly wrongKey: string;
  readonly statusUnknown: string;
  readonly close: string;
  readonly unexpected: string;
  readonly retry: string;
  readonly skip: string;
  readonly navigation: string;
  readonly pageNames: Readonly<Record<"console" | "sources" | "memory" | "qa" | "feedback" | "usage" | "keys" | "audit", string>>;
  readonly signedOut: string;
}
