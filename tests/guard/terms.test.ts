import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

type Rule = {
  /** What to write instead. */
  use: string;
  replaces: RegExp;
  /** Limits the rule to paths that match; all paths by default. */
  within?: RegExp;
};

const PRODUCT = /^(?:lib|app|components)\//;

/** Former terms that would be confused with others, or with each other (docs/glossary.md). */
const RULES: readonly Rule[] = [
  {
    use: "request coalescing: join, start",
    replaces: /flight|take ?off|\btak(?:es|en|ing) off\b/i,
  },
  { use: "refund", replaces: /giveBack|give back|given back|gives back/i },
  { use: "BrokenImage, broken image", replaces: /dead[- ]?(?:picture|image|tile)/i },
  { use: "cooldown", replaces: /REST_MS|\brests\b|rest(?:s|ed|ing)? longer/ },
  { use: "service pause, cooldown", replaces: /\bgates?\b|closedGate/, within: PRODUCT },
  {
    use: "request slot, search lease, key quota",
    replaces: /\b[Aa]dmissions?\b|Admission[A-Z]|createAdmission/,
    within: /^(?:lib|app|components)\//,
  },
  {
    use: "service pause; an account is suspended",
    replaces: /suspension/i,
    within: /^lib\/(?:gallery|state\/searches)\//,
  },
  {
    use: "image proof, API docs, request id",
    replaces: /ImageReference|createReference|ReferencePage|[a-z]References\b/,
    within: /^(?:lib|app|components)\/.*\.tsx?$/,
  },
  {
    use: "cached answer, CachedAnswer",
    replaces:
      /(?:[Hh]eld|[Kk]ept)[- ]?[Aa]nswer|answer that is (?:held|kept)|[Ww]hat is held|\bBrought\b/,
  },
  { use: "reserve", replaces: /\bbook(?:ed|ing)?\b|\bbook(?:Blind|Ahead)/i, within: PRODUCT },
  {
    use: "refinement, except for a cached answer narrowed to a smaller count",
    replaces: /(?<!CACHE_)\bnarrowing\b|\bnarrow (?:an|the|this) answer/i,
  },
  {
    use: "message, text; token, term, stem",
    replaces: /_WORDS\b|[a-z]Words\b|-words(?:["'`.])|\/words["'`.]/,
  },
  { use: "URL", replaces: /web-?address/i },
];

/**
 * The changelog is history; this file lists the terms; the demo collection describes pictures; the
 * irregular forms are a list of English words.
 */
const EXEMPT =
  /^(?:CHANGELOG\.md|tests\/guard\/terms\.test\.ts|package-lock\.json|demo\/|lib\/service\/demo\/|lib\/core\/finding\/irregular-forms\.ts)/;

const files = projectFiles(/\.(?:tsx?|mts|mjs|js|css|md|json)$/).filter(
  (path) => !EXEMPT.test(path),
);

function hitsIn(path: string): string[] {
  const rules = RULES.filter(({ within }) => within?.test(path) ?? true);
  const lines = readFileSync(join(PROJECT_ROOT, path), "utf8").split("\n");
  // Line 0 is the path itself.
  return [path, ...lines].flatMap((line, number) =>
    rules.flatMap(({ use, replaces }) => {
      const [found] = line.match(replaces) ?? [];
      return found === undefined ? [] : [`${path}:${number}: "${found}", use: ${use}`];
    }),
  );
}

test("code and documents use the terms of the glossary", () => {
  expect(files.flatMap(hitsIn)).toEqual([]);
});
