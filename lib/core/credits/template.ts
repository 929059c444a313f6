import type { ExportedImage } from "@/lib/contract/picked-image";
import { type CreditFacts, oneLine } from "./credit-facts";
import { escapeHtml, escapeMarkdown, scriptSafeJson } from "./escape";

/**
 * The fields that an editor's template may name in braces; `{{` is a brace. `{name:html}` is escaped for
 * HTML.
 */
export const TEMPLATE_FIELDS = [
  "number",
  "name",
  "host",
  "page",
  "image",
  "width",
  "height",
  "date",
  "day",
  "rights",
  "note",
  "creator",
  "copyright",
  "licence",
] as const;

type Field = (typeof TEMPLATE_FIELDS)[number];

const ESCAPES = {
  html: escapeHtml,
  markdown: escapeMarkdown,
  /** For the inside of a string. */
  json: (text: string) => scriptSafeJson(text).slice(1, -1),
};

const ESCAPE = /:(html|markdown|json)$/;

/** The template for an editor who has not written one. */
export const DEFAULT_TEMPLATE = "{name} / {host} / {page} / {rights}";

export const TEMPLATE_CHARACTERS_MAX = 2_000;

/**
 * Fills the editor's template for one image; `number` is the image's place in the sheet, from 1, and
 * `further` has the values of further fields. Unknown fields stay as they are written; a field without
 * a value is empty.
 */
export function fillTemplate(
  template: string,
  credit: CreditFacts,
  number: number,
  further: Readonly<Record<string, string>> = {},
): string {
  return template
    .slice(0, TEMPLATE_CHARACTERS_MAX)
    .replace(/\{\{|\}\}|\{([a-z]+(?::[a-z]+)?)\}/g, (text, named?: string) => {
      if (named === undefined) return text.slice(1);
      const [, escaping] = ESCAPE.exec(named) ?? [];
      const field = named.replace(ESCAPE, "");
      const value = isField(field) ? fieldOf(credit, field, number) : further[field];
      if (value === undefined) return text;
      return escaping === undefined ? value : ESCAPES[escaping as keyof typeof ESCAPES](value);
    });
}

/** Returns the names in braces that are not fields. */
export function unknownFields(
  template: string,
  fields: readonly string[] = TEMPLATE_FIELDS,
): string[] {
  const named = template.replace(/\{\{|\}\}/g, "").matchAll(/\{([^{}]*)\}/g);
  const names = new Set([...named].map(([, name = ""]) => name));
  return [...names].filter((name) => !fields.includes(name.replace(ESCAPE, "")));
}

/** The fields of a template that only some files state. */
const STATED = ["creator", "copyright", "licence"] as const;

/** Returns the template's fields that are empty for some of the images, each with how many. */
export function missingFields(
  template: string,
  images: readonly Pick<ExportedImage, "file">[],
): { field: (typeof STATED)[number]; count: number }[] {
  const named = template.replace(/\{\{|\}\}/g, "");
  return STATED.flatMap((field) => {
    if (!named.includes(`{${field}}`) && !named.includes(`{${field}:`)) return [];
    const isMissing = ({ file }: (typeof images)[number]) => oneLine(file?.[field] ?? "") === "";
    const { length: count } = images.filter(isMissing);
    return count === 0 ? [] : [{ field, count }];
  });
}

function isField(text: string): text is Field {
  return TEMPLATE_FIELDS.some((field) => field === text);
}

function fieldOf(credit: CreditFacts, field: Field, number: number): string {
  const values: Record<Field, string | number | null> = {
    number,
    name: credit.title,
    host: credit.place,
    page: credit.url,
    image: credit.imageUrl,
    width: credit.widthPx,
    height: credit.heightPx,
    date: credit.foundText,
    day: credit.foundOn,
    rights: credit.rights,
    note: credit.note,
    creator: credit.creator,
    copyright: credit.copyright,
    licence: credit.licence,
  };
  return String(values[field] ?? "");
}
