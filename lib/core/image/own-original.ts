const OWN_ORIGINAL = /^\/library\/([a-z0-9-]{1,80})\/original$/;

/** Returns the id of the library picture whose file has this URL; null for any other image. */
export function ownOriginalId(imageUrl: string): string | null {
  return OWN_ORIGINAL.exec(imageUrl)?.[1] ?? null;
}
