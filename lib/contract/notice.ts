/** What was typed, by field. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** What the page after a form shows once. */
export type Notice =
  /** A key that was created. */
  | { kind: "key"; name: string; text: string }
  /** The path of an invitation's link. */
  | { kind: "invitation"; email: string; path: string }
  /** What was done, to what. */
  | { kind: "done"; what: string; name: string }
  /** Why nothing was changed, and what was typed, to be corrected. */
  | { kind: "problem"; form: string; code: string; values: FormValues };
