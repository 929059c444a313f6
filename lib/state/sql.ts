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

/**
 * The condition that a column in lower case contains `text`, in any case. SQLite's `lower` changes
 * ASCII letters only. An empty text matches all.
 */
export function sqlContains(lowerCase: Sql, text: string): Sql {
  // PostgreSQL refuses a NUL in a text.
  const escaped = text
    .replaceAll("\0", "")
    .toLowerCase()
    .replace(/[\\%_]/g, "\\$&");
  return sql`${lowerCase} LIKE ${`%${escaped}%`} ESCAPE '\\'`;
}

/** How many rows `FROM …` has, with its conditions. */
export async function countRows(transaction: Reading, from: Sql): Promise<number> {
  const row = await transaction.get<{ count: number }>(...sql`SELECT count(*) AS count ${from}`);
  return row?.count ?? 0;
}
