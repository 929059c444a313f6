import "server-only";
import { createHash } from "node:crypto";
import type { SearchQuery } from "@/lib/contract/search-query";
import { normaliseWords } from "@/lib/core/search-query";

/** Answers of another form are another version's: the keys of the two never meet. */
const FORM = "answer-1";

/** `key` stands for the whole question, `family` for it without its count. */
export type SearchCacheKey = { key: string; family: string };

/**
 * The names under which an answer is kept: hashes over the service and every part of the question,
 * so that two questions share one exactly if the service would be sent the same (apart from white
 * space and Unicode form, which `normaliseWords` folds; case is the service's business).
 *
 * JSON keeps the parts apart, whatever is in them. Hashes, because keys turn up in listings and
 * dumps, and visitors' words should not.
 */
export function searchCacheKey(
  { q, count, safesearch, transparent, site }: SearchQuery,
  serviceUrl: string,
): SearchCacheKey {
  const question = [FORM, serviceUrl, normaliseWords(q), safesearch, transparent, site];
  return { key: digest([...question, count]), family: digest(question) };
}

function digest(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
