/** A page's query string, of which Next passes an object. */
export function toParameters(
  values: Record<string, string | string[] | undefined>,
): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of [value ?? []].flat()) parameters.append(name, item);
  }
  return parameters;
}

/** The page of a list that a parameter asks for: from 1 to `pageCount`, 1 for anything else. */
export function pageIn(parameters: URLSearchParams, name: string, pageCount: number): number {
  const asked = Number(parameters.get(name));
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, pageCount) : 1;
}
