/** The formats of credits that need no template of an editor, in the order in which they are offered. */
export const CREDIT_FORMAT_NAMES = [
  "plain",
  "html",
  "markdown",
  "wikitext",
  "asciidoc",
  "bibtex",
  "csl-json",
  "json-ld",
] as const;
