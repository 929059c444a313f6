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

/** Excludes user-facing texts and tests. */
const CODE_AND_DOCUMENTS =
  /^(?:lib\/(?!messages\/)|components\/|app\/|docs\/|[A-Z]+\.md$|[a-z.]+\.(?:ts|js)$)/;

/** Terms that docs/glossary.md replaces, and habits of writing that obscure the actor. */
const RULES: readonly Rule[] = [
  {
    use: "request coalescing: join, start",
    replaces: /flight|take ?off|\btak(?:es|en|ing) off\b/i,
  },
  { use: "join", replaces: /\bboard\(|\bboards\b|\bboarded\b/i, within: PRODUCT },
  {
    use: "settle",
    replaces: /hasToLand|\bland\(|\blands\b|\blanded\b|not land\b/,
    within: PRODUCT,
  },
  { use: "detached", replaces: /keepGoing/ },
  { use: "refund", replaces: /giveBack|give back|given back|gives back/i },
  { use: "withFallback, libraryFallback", replaces: /insureCounter|libraryInstead/ },
  { use: "loadOrCreateSecret", replaces: /keptSecret/ },
  { use: "warnThrottled", replaces: /warnSeldom|\bseldom\b/i },
  { use: "next, serveStatic, compress", replaces: /\bgoOn\b|giveFile/ },
  { use: "stripInternalHeaders, rejectReason", replaces: /forgetInternalHeaders|refusalOf/ },
  {
    use: "thumbnail service, thumbnail key, re-encoder",
    replaces: /\bSupply\b|\bWish\b|improver\b|\bImprover/,
  },
  { use: "BrokenImage, broken image", replaces: /dead[- ]?(?:picture|image|tile)/i },
  { use: "isPrefetchOrEmbed", replaces: /unasked/i },
  { use: "on first interaction", replaces: /on-?first-?sign|first sign\b/i },
  { use: "lazy screens", replaces: /later-?screen|later screens/i },
  { use: "toggled", replaces: /\bwithId\b|with-id\b/ },
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
    use: "tools, collection list, used searches, image state, sign drawing",
    replaces:
      /\b[Dd]esk|[a-z]Desk\b|CollectionFloors|SpentLine|\b[fF]ates?\b|[a-z]Fate\b|CaseDrawing/,
    within: /^(?:lib|app|components)\/.*\.tsx?$/,
  },
  { use: "lock timeout", replaces: /patience/i },
  {
    use: "cached answer, CachedAnswer",
    replaces:
      /(?:[Hh]eld|[Kk]ept)[- ]?[Aa]nswer|answer that is (?:held|kept)|[Ww]hat is held|\bBrought\b/,
  },
  { use: "reserve", replaces: /\bbook(?:ed|ing)?\b|\bbook(?:Blind|Ahead)/i, within: PRODUCT },
  { use: "reserve", replaces: /\bput by\b|PUT_BY|putBy/i },
  {
    use: "refinement, except for a cached answer narrowed to a smaller count",
    replaces: /(?<!CACHE_)\bnarrowing\b|\bnarrow (?:an|the|this) answer/i,
  },
  {
    use: "message, text; token, term, stem",
    replaces: /_WORDS\b|[a-z]Words\b|-words(?:["'`.])|\/words["'`.]/,
  },
  { use: "URL", replaces: /web-?address/i },
  { use: "reported, recorded", replaces: /\btold\b|\btold[A-Z]|\b[Tt]ells\b|\bhears?\b|\bnoted\b/ },
  { use: "computes", replaces: /\breckon/i },
  {
    use: "the actor: server, browser, caller, visitor, operator",
    replaces: /\bwhoever\b|\b(?:no|some|any|every)body\b|\bones? (?:that|who)\b/i,
  },
  { use: "a plain verb", replaces: /\bin vain\b|\bfor nothing\b|\ball the same\b|\brightly\b/i },
  {
    use: "a subject that acts, not a noun clause or a negation",
    replaces:
      /\b(?:is|are) none of\b|\bwhat is no\b|\bmay be none\b|(?:\/\/|\*) (?:Also of|Of another)\b/,
  },
  { use: "again, per request", replaces: /\banew\b/i },
  { use: "hydration", replaces: /\bpage (?:is|was|comes) alive\b|\balive to\b/i },
  {
    use: "null if, returns false if",
    replaces: /(?:\*\*|[.;]) (?:null|false|true|undefined): /i,
    within: CODE_AND_DOCUMENTS,
  },
  {
    use: "even if, even when, including",
    replaces: /, also (?:if|when|where|after|over|during|by)\b/,
    within: CODE_AND_DOCUMENTS,
  },
  {
    use: "is not a",
    replaces: /\bthat (?:is|are) no\b(?! longer)/,
    within: CODE_AND_DOCUMENTS,
  },
  {
    use: "a comment that begins with its noun",
    replaces: /(?:\/\*\*|\/\/|\*) (?:Of|For how|Since when)\b/,
    within: CODE_AND_DOCUMENTS,
  },
  {
    use: "the problem, the request, the facts",
    replaces: /\bwhat is (?:wrong|asked|known|missing|kept|held)\b/i,
    within: CODE_AND_DOCUMENTS,
  },
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
