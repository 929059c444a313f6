import "server-only";
import { AppError } from "@/lib/platform/errors";
import { type ErrorDialect, errorResponse } from "@/lib/platform/http";

/** Every path of our two APIs; a test compares them with `app`. */
export const API_PATHS: ReadonlySet<string> = new Set([
  "/api/search",
  "/api/search/again",
  "/api/service",
  "/v1/search",
]);

/** The API that a request's target belongs to, in any version; null for a page. */
export function apiOf(target: string): ErrorDialect | null {
  const [, name] = /^\/(api|v\d+)(?:[/?]|$)/i.exec(target) ?? [];
  if (name === undefined) return null;
  return name.toLowerCase() === "api" ? "gallery" : "interface";
}

/** The 404 for a path that an API does not have, in that API's form; null where there is a route. */
export function unknownApiPath(target: string): Response | null {
  // Dot segments may lead out of an API's paths, and Next resolves them.
  const path = new URL(target, "http://gallery").pathname;
  const dialect = apiOf(path);
  if (dialect === null || API_PATHS.has(path)) return null;
  return errorResponse(new AppError("not_found", "no such path"), crypto.randomUUID(), dialect);
}
