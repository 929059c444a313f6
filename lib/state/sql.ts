import "server-only";
import type { Reading, Value } from "./store";

/** A statement or a part of one: its text with numbered parameters (`?1`), and their values. */
export type Sql = readonly [text: string, ...values: Value[]];

/**
 * Writes SQL from a template. A value becomes a parameter; an `Sql` becomes part of the text, with its
 * parameters numbered on. Pass the result on by `...`: it is what `Reading` and `Writing` take.
 */
export function sql(texts: TemplateStringsArray, ...inserted: readonly (Value | Sql)[]): Sql {
  const values: Value[] = [];
  let text = texts[0] ?? "";
  inserted.forEach((each, index) => {
    if (typeof each === "object" && each !== null) {
      const [part, ...partValues] = each;
      const before = values.length;
      text += part.replace(/\?(\d+)/g, (_, number) => `?${before + Number(number)}`);
      values.push(...partValues);
    } else text += `?${values.push(each)}`;
    text += texts[index + 1] ?? "";
  });
  return [text, ...values];
}

/** The parameters of a list: `(?1, ?2)`. */
export function sqlList(values: readonly Value[]): Sql {
  return [`(${values.map((_, index) => `?${index + 1}`).join(", ")})`, ...values];
}

/** SQLite's parser refuses about 25 nested calls. */
const LETTERS_MAX = 16;

/**
 * The condition that a column contains `text`: in any case, or as typed if it has more than
 * `LETTERS_MAX` different letters beyond ASCII. An empty text matches all.
 */
export function sqlContains(column: Sql, text: string): Sql {
  // PostgreSQL refuses a NUL in a text.
  const typed = text.replaceAll("\0", "");
  // The two small forms of the Greek sigma have one capital.
  const lowerCase = typed.toLowerCase().replaceAll("ς", "σ");
  // `lower` changes ASCII letters only in SQLite, and in PostgreSQL with the locale C.
  const letters = [...new Set(lowerCase.match(/(?![a-z])\p{Ll}/gu))].slice(0, LETTERS_MAX);
  const lowered = letters.reduce(
    (part, letter) => sql`replace(${part}, ${letter.toUpperCase()}, ${letter})`,
    sql`replace(lower(${column}), ${"ς"}, ${"σ"})`,
  );
  // Also as typed, because a few letters such as İ have another lower case in the database.
  return sql`(${like(lowered, lowerCase)} OR ${like(column, typed)})`;
}

const like = (column: Sql, text: string): Sql =>
  sql`${column} LIKE ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'`;

/** How many rows `FROM …` has, with its conditions. */
export async function countRows(transaction: Reading, from: Sql): Promise<number> {
  const row = await transaction.get<{ count: number }>(...sql`SELECT count(*) AS count ${from}`);
  return row?.count ?? 0;
}
