import "server-only";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";

/**
 * Any method at an address that an API does not have. Whoever asks an API is a program: it gets the
 * API's own form of failure, never a page.
 *
 * Errors  not_found.
 */
export const nothingHere: Handler = async () => {
  throw new AppError("not_found", "no such address");
};
