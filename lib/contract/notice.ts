/** What the visitor typed, by field. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** A message that the page after a form shows once. */
export type Notice =
  /** A key that was created. */
  | { kind: "key"; name: string; text: string }
  /** The path of an invitation's link. */
  | { kind: "invitation"; email: string; path: string }
  /** An action that succeeded; `name` is its subject. */
  | { kind: "done"; what: string; name: string }
  /** The reason why nothing was changed, and what the visitor typed, to be corrected. */
  | { kind: "problem"; form: string; code: string; values: FormValues };
