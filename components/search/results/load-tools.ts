type Tools = typeof import("./search-tools");

let loaded: Tools | null = null;

/** Loads what an editor does with the images of an answer, once. @throws if that fails */
export async function loadTools(): Promise<Tools> {
  loaded ??= await import("./search-tools");
  return loaded;
}

/** Null before it is loaded. */
export function loadedTools(): Tools | null {
  return loaded;
}
