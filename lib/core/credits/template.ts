import type { CreditFacts } from "./credit-facts";

/** The fields that an editor's template may name in braces; `{{` is a brace. */
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

/** The template for an editor who has not written one. */
export const DEFAULT_TEMPLATE = "{name} / {host} / {page} / {rights}";

export const TEMPLATE_CHARACTERS_MAX = 2_000;

/**
 * Fills the editor's template for one image; `number` is the image's place in the sheet, from 1.
 * Unknown fields stay as they are written; a field without a value is empty.
 */
export function fillTemplate(template: string, credit: CreditFacts, number: number): string {
  return template
    .slice(0, TEMPLATE_CHARACTERS_MAX)
    .replace(/\{\{|\}\}|\{([a-z]+)\}/g, (text, field?: string) => {
      if (field === undefined) return text.slice(1);
      return isField(field) ? fieldOf(credit, field, number) : text;
    });
}

/** Returns the names in braces that are not fields. */
export function unknownFields(template: string): string[] {
  const named = template.replace(/\{\{|\}\}/g, "").matchAll(/\{([^{}]*)\}/g);
  return [...new Set([...named].map(([, field = ""]) => field))].filter((field) => !isField(field));
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
