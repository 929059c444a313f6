type Tools = typeof import("./search-tools");

let loaded: Tools | null = null;

/** Loads the editor's tools for the images of an answer, once. @throws if that fails */
export async function loadTools(): Promise<Tools> {
  loaded ??= await import("./search-tools");
  return loaded;
}

/** Returns the loaded tools, or null. */
export function loadedTools(): Tools | null {
  return loaded;
}
