/* Escapes text so that each format shows exactly this text. The texts are on one line. */

/** For HTML and XML: text, and attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character] ?? "&#39;",
  );
}

/**
 * For Markdown, inside a line (CommonMark 0.31 §2.4). Signs of common dialects are escaped too: tables,
 * mathematics, attributes, highlights, emoji names, and URLs that would become links.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>|~^$@]|&(?=#?\w+;)|:(?=\/\/|\w+:)|=(?==)|\+(?=\+)/g, "\\$&")
    .replace(/\b(www|ftp)\./gi, "$1\\.");
}

/** For Markdown, at the beginning of a line: a sign there would begin a heading or a list. */
export function escapeMarkdownLine(text: string): string {
  return escapeMarkdown(text).replace(/^[#+=-]|(?<=^\d{1,9})[.)]/, "\\$&");
}

/** For the destination of a Markdown link, between `<` and `>`. */
export function escapeMarkdownUrl(url: string): string {
  return url.replace(/[<>\\`\s]/g, percent).replace(/&(?=#?\w+;)/g, "&amp;");
}

/**
 * Escapes for wikitext (MediaWiki), inside a line or the argument of a template. Breaks up `RFC 1`
 * and similar texts, which would become links.
 */
export function escapeWikitext(text: string): string {
  return text
    .replace(/[<>[\]{}|=#]|&(?=#?\w+;)|'(?=')|~(?=~)|_(?=_)|:(?=\S)/g, entity)
    .replace(/\b(RFC|PMID|ISBN) /g, "$1&#32;");
}

/** For the URL of an external link in wikitext, which ends at a space, a bracket or two quotes. */
export function escapeWikitextUrl(url: string): string {
  return url.replace(/[[\]{}|<>"'\s]|~(?=~)|_(?=_)/g, percent).replace(/&(?=#?\w+;)/g, entity);
}

/**
 * For AsciiDoc, inside a line: a numeric character reference for each sign that starts a macro, a
 * quote, a replacement or an attribute, or makes the line a term of a list (`::`, `;;`).
 */
export function escapeAsciidoc(text: string): string {
  return text.replace(/["#$&'()*+:;<=>@[\\\]^_`{|}~]|\.(?=\.)|-(?=[->])/g, entity);
}

/** For the target of an AsciiDoc link, with its macro's name: `link:++https://…++`. */
export function asciidocLinkTarget(url: string): string {
  const target = url.replace(/[[\]\\\s]/g, percent);
  return target.includes("+") ? `link:pass:c[${target}]` : `link:++${target}++`;
}

const LATEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  "`": "\\textasciigrave{}",
};

/**
 * Escapes for a field of BibTeX. Braces become commands, because BibTeX counts even a brace after a
 * backslash. Signs that TeX would join to a dash or a quote are kept apart.
 */
export function escapeBibtex(text: string): string {
  return text.replace(/[\\{}~^<>|`]|[$&#_%]|-(?=-)|'(?=')/g, (sign) => {
    if (sign === "-" || sign === "'") return `${sign}{}`;
    return LATEX[sign] ?? `\\${sign}`;
  });
}

/** For BibTeX's field `url`, which is verbatim. Zotero reads mathematics after a dollar sign there. */
export function escapeBibtexUrl(url: string): string {
  return url.replace(/[{}\\$\s]/g, percent);
}

/** JSON that is safe inside a `<script>` as well. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/</g, "\\u003c");
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function percent(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}
