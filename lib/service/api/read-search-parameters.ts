import "server-only";
import type { Problem } from "@/lib/contract/errors";
import { COUNT_MAX, QUERY_CHARACTERS_MAX, type SearchQuery } from "@/lib/contract/search-query";
import { AppError } from "@/lib/platform/errors";
import { SEARCH_PARAMETERS } from "./schemas";

/** The beginning of an unknown parameter's name is enough to recognise it. */
const NAME_CHARACTERS_MAX = 50;

/**
 * Reads the query string of a search.
 *
 * @throws AppError invalid_query with every problem at once: malformed, repeated, unknown parameters
 */
export function readSearchParameters(parameters: URLSearchParams): SearchQuery {
  const problems: Problem[] = [];
  // Without a prototype, so that a parameter may have any name.
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of parameters) {
    if (!Object.hasOwn(SEARCH_PARAMETERS.shape, name)) {
      addOnce(problems, { path: name.slice(0, NAME_CHARACTERS_MAX), code: "unknown_parameter" });
    } else if (name in values) addOnce(problems, { path: name, code: "repeated" });
    else values[name] = value;
  }
  const parsed = SEARCH_PARAMETERS.safeParse(values);
  for (const { path, message } of parsed.error?.issues ?? []) {
    addOnce(problems, problemOf(String(path[0]), message));
  }
  if (!parsed.success || problems.length > 0) {
    throw new AppError("invalid_query", "malformed search", { problems });
  }
  return { ...parsed.data, site: parsed.data.site ?? null };
}

function addOnce(problems: Problem[], problem: Problem): void {
  const isKnown = problems.some(({ path, code }) => path === problem.path && code === problem.code);
  if (!isKnown) problems.push(problem);
}

function problemOf(path: string, code: string): Problem {
  if (code === "long_q") return { path, code, params: { max: QUERY_CHARACTERS_MAX } };
  if (code === "invalid_count") return { path, code, params: { max: COUNT_MAX } };
  return { path, code: code as Exclude<Problem["code"], "long_q" | "invalid_count"> };
}
