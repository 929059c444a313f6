/** Loads a module once. `load` rejects if that fails; `loaded` returns the module, or null before. */
export function loadOnce<M>(load: () => Promise<M>): {
  load: () => Promise<M>;
  loaded: () => M | null;
} {
  let loaded: M | null = null;
  return {
    async load() {
      loaded ??= await load();
      return loaded;
    },
    loaded: () => loaded,
  };
}
