/** How many neighbours the filmstrip shows on each side: more than the widest window has room for. */
export const FILMSTRIP_REACH = 20;

/** Returns the images before and after a rank of a list; undefined beyond its ends. */
export function neighboursOf<T>(
  images: readonly T[],
  rank: number,
): { previous: T | undefined; next: T | undefined } {
  return { previous: images[rank - 1], next: images[rank + 1] };
}
