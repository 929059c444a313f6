type Desk = typeof import("./search-desk");

let loaded: Desk | null = null;

/** Loads what an editor does with the images of an answer, once. @throws if that fails */
export async function loadDesk(): Promise<Desk> {
  loaded ??= await import("./search-desk");
  return loaded;
}

/** Null before it is loaded. */
export function loadedDesk(): Desk | null {
  return loaded;
}
