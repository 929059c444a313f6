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
