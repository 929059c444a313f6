import "server-only";

/**
 * The cause of a failure that came before the first byte of a search left this server: it cannot
 * have been billed, and may be tried again.
 */
export class NothingSent extends Error {
  override readonly name = "NothingSent";
}

/** Whether a failure says of itself that nothing was sent; silence means that something may be. */
export function wasNothingSent(error: unknown): boolean {
  return error instanceof Error && (error instanceof NothingSent || wasNothingSent(error.cause));
}
