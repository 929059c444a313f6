/** A page's query string, as Next passes it. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Converts a page's query string from the object that Next passes. */
export function toParameters(values: Awaited<SearchParams>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of [value ?? []].flat()) parameters.append(name, item);
  }
  return parameters;
}

/** Returns the page number in a parameter, from 1 to `pageCount`; 1 for any other value. */
export function pageIn(parameters: URLSearchParams, name: string, pageCount: number): number {
  const asked = Number(parameters.get(name));
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, pageCount) : 1;
}
