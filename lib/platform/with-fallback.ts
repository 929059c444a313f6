import "server-only";

/**
 * Returns the result of `use`. If it fails, calls `onFailure` with the error and returns the result
 * of `fallback`.
 */
export async function withFallback<T>(
  use: () => Promise<T>,
  { fallback, onFailure }: { fallback: () => T | Promise<T>; onFailure: (cause: unknown) => void },
): Promise<T> {
  try {
    return await use();
  } catch (cause) {
    onFailure(cause);
    return fallback();
  }
}
