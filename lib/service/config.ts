import "server-only";
import { delimiter, resolve } from "node:path";
import { z } from "zod";
import type { Plan } from "@/lib/core/limits/plan";
import { secretFile } from "@/lib/platform/settings";
import { API_KEY_PREFIX } from "@/lib/service/api-key-format";
import { DEFAULT_PLANS, readPlansFile } from "./api/plans";
import { type ExcludedNames, excludedName } from "./library/left-out-folders";

export type ServiceConfig = {
  /** Absolute folders of pictures to scan at start and to watch; read only. */
  libraryDirs: string[];
  /** Names of files and folders of the library that are never shown. */
  libraryExcluded: ExcludedNames;
  /** The key of our own `/v1/search`; null to generate it and store it in the data folder. */
  serviceKey: string | null;
  /** Signs session cookies; null to generate it and store it in the data folder. */
  sessionSecret: string | null;
  /** Whether visitors may create accounts without an invitation. */
  isSignUpOpen: boolean;
  /** Forces this filter on all searches of visitors and API clients; null lets searches choose. */
  safesearchLock: "strict" | null;
  finding: "exact" | "helpful";
  /** Whether the copies of a picture are one result. */
  groupDuplicates: boolean;
  /** The secret for digests of account keys; null to generate and store it in the data folder. */
  keyPepper: string | null;
  /** What accounts may use. New accounts get the first plan. */
  plans: readonly Plan[];
};

export const SERVICE_SETTINGS = z.object({
  VITRINE_LIBRARY_DIRS: z.string().default("").meta({
    description:
      'Your own pictures: folders to scan at start and to watch, separated by ":" (";" on Windows). The server only reads them.',
    defaultText: "none: the demo collection",
    example: "/home/me/Pictures:/srv/archive",
  }),
  VITRINE_LIBRARY_EXCLUDE: z.string().default("").meta({
    description:
      'Names of folders and files of your own pictures that are never shown, at any depth, in upper or lower case, separated by ":" (";" on Windows). Their pictures leave the library at the next scan. Recycle bins, caches and hidden folders are never shown anyway.',
    defaultText: "none",
    example: "Private:Rejected",
  }),
  VITRINE_SAFESEARCH_LOCK: z.enum(["off", "strict"]).default("off").meta({
    description:
      "Whether safe search is locked: off or strict. With strict, every search is strict, in the gallery and at /v1/search, whatever a URL, a cookie, a setting or an API client asks for, and pictures of the library that are not for strict safe search have no page, file or thumbnail. Images of a remote service that visitors saved before are still shown, because only the service knows which of them are not strict.",
  }),
  VITRINE_FINDING: z.enum(["exact", "helpful"]).default("helpful").meta({
    description:
      "What a search of your pictures finds: exact or helpful. With exact, a picture must have all words as typed, or inflections of them. With helpful, misspelt words are replaced by words of your pictures, a word for a colour also finds pictures of that colour, and if places are left, pictures with synonyms and kinds of English words follow. The gallery shows what was changed.",
  }),
  VITRINE_GROUP_DUPLICATES: z.enum(["on", "off"]).default("on").meta({
    description:
      "Whether files of your library that show the same picture, in other sizes or formats, are one result of a search: on or off. With on, the largest is the result, and its page lists the others.",
  }),
  VITRINE_SERVICE_KEY: z
    .string()
    .min(24, "at least 24 characters")
    .refine((key) => !key.startsWith(API_KEY_PREFIX), `a text without ${API_KEY_PREFIX} before it`)
    .optional()
    .meta({
      description:
        "The operator's own key for /v1/search, without a quota, at least 24 characters. Without it, the server generates one at its first start and stores it in the data folder as service-key.secret. Accounts have keys of their own.",
      defaultText: "generated at first start",
      example: "",
    }),
  VITRINE_SERVICE_KEY_FILE: secretFile("VITRINE_SERVICE_KEY"),
  VITRINE_KEY_PEPPER: z.string().min(32, "at least 32 characters").optional().meta({
    description:
      "The secret with which the keys of accounts are stored as digests, at least 32 characters. Without it, the server generates one at its first start and stores it in the data folder as key-pepper.secret. With another pepper, no key is valid. Several instances need the same secret.",
    defaultText: "generated at first start",
    example: "",
  }),
  VITRINE_KEY_PEPPER_FILE: secretFile("VITRINE_KEY_PEPPER"),
  VITRINE_SIGN_UP: z.enum(["closed", "open"]).default("closed").meta({
    description:
      "Who may have an account of the search service: closed, only people whom the operator invites; open, every visitor, on the first plan.",
  }),
  VITRINE_SESSION_SECRET: z.string().min(32, "at least 32 characters").optional().meta({
    description:
      "The secret that signs the cookies of people who are signed in, and seals grants and original URLs of the picker, at least 32 characters. Without it, the server generates one at its first start and stores it in the data folder as sessions.secret. Several instances need the same secret. With another secret, everyone has to sign in again.",
    defaultText: "generated at first start",
    example: "",
  }),
  VITRINE_SESSION_SECRET_FILE: secretFile("VITRINE_SESSION_SECRET"),
  VITRINE_PLANS_FILE: z.string().optional().meta({
    description:
      "A JSON file with the plans of accounts: their monthly quota, rate limit and what they include. The first is that of new accounts. docs/api-service.md shows the form.",
    defaultText: "Free with 250 searches a month, Team, Studio",
    example: "/etc/vitrine/plans.json",
  }),
});

/** Adds the problems of the plans file to `problems`. */
export function readServiceConfig(
  values: z.output<typeof SERVICE_SETTINGS>,
  problems: string[],
): ServiceConfig {
  const { VITRINE_PLANS_FILE: plansFile } = values;
  return {
    libraryDirs: values.VITRINE_LIBRARY_DIRS.split(delimiter)
      .filter((folder) => folder.trim() !== "")
      .map((folder) => resolve(folder.trim())),
    libraryExcluded: new Set(
      values.VITRINE_LIBRARY_EXCLUDE.split(delimiter)
        .map((name) => excludedName(name.trim()))
        .filter((name) => name !== ""),
    ),
    safesearchLock: values.VITRINE_SAFESEARCH_LOCK === "strict" ? "strict" : null,
    finding: values.VITRINE_FINDING,
    groupDuplicates: values.VITRINE_GROUP_DUPLICATES === "on",
    serviceKey: values.VITRINE_SERVICE_KEY ?? null,
    sessionSecret: values.VITRINE_SESSION_SECRET ?? null,
    isSignUpOpen: values.VITRINE_SIGN_UP === "open",
    keyPepper: values.VITRINE_KEY_PEPPER ?? null,
    plans: plansFile === undefined ? DEFAULT_PLANS : readPlansFile(plansFile, problems),
  };
}
