/** Returns `load`, which loads a module once and rejects if that fails, and `loaded`: the module or null. */
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
