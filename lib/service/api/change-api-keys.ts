import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import {
  type ApiKey,
  KEY_NAME_CHARACTERS_MAX,
  KEY_NOTE_CHARACTERS_MAX,
  type Scope,
} from "@/lib/contract/account";
import { parseSite } from "@/lib/core/query/site";
import { createApiKey, shownPrefix } from "@/lib/service/api-key-format";
import type { AccountState, Actor, RotationProblem } from "@/lib/state/account-state";
import type { ServiceKeys } from "../identify-key";

export const SCOPES = ["search", "usage"] as const satisfies readonly Scope[];

/** How long the old key stays valid after a rotation. */
export const OVERLAPS_MS = { "0": 0, "1h": 3_600_000, "24h": 86_400_000 } as const;
export type Overlap = keyof typeof OVERLAPS_MS;

export const KEY_SITES_MAX = 50;

/** A key that a person requests, with texts as typed. */
export type RequestedKey = {
  account: string;
  name: string;
  scopes: readonly string[];
  sites: readonly string[];
  /** Null for a key that never expires. */
  expiresAtMs: number | null;
};

/** Why a key is not created. */
export type KeyProblem =
  | "no-account"
  | "no-name"
  | "long-name"
  | "long-note"
  | "no-scope"
  | "unknown-scope"
  | "invalid-site"
  | "too-many-sites"
  | "expires-in-past"
  | "too-many"
  | "sites-not-in-plan";

/** `isDisabled`: absent to leave it as it is. */
export type KeyChangeRequest = {
  id: string;
  account: string;
  name: string;
  note: string;
  isDisabled?: boolean;
};

/** A new key. `text` is the key itself: only its digest is stored, so it must be shown now. */
export type CreatedKey = { id: string; name: string; text: string; prefix: string };

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Creates, changes and replaces API keys: for the dashboard, the console and `npm run keys`. */
export function createApiKeys({
  accounts,
  keys,
}: {
  accounts: Pick<AccountState, "createKey" | "changeKey" | "rotateKey">;
  keys: Pick<ServiceKeys, "digest">;
}) {
  function newKey() {
    const text = createApiKey(randomBytes);
    const id = randomUUID();
    return { id, text, digest: keys.digest(text), prefix: shownPrefix(text) };
  }

  return {
    /** Creates a key, or returns why it cannot. */
    async create(
      requested: RequestedKey,
      by: Actor,
    ): Promise<{ isCreated: true; key: CreatedKey } | { isCreated: false; problem: KeyProblem }> {
      const checked = checkedKey(requested);
      if (typeof checked === "string") return { isCreated: false, problem: checked };
      const { text, ...stored } = newKey();
      const created = await accounts.createKey(
        { ...stored, ...checked, account: requested.account },
        by,
      );
      if (created !== "created") return { isCreated: false, problem: created };
      const { id, prefix } = stored;
      return { isCreated: true, key: { id, prefix, name: checked.name, text } };
    },
    /** Changes a key, or returns why it cannot. */
    async change(
      { id, account, name, note, ...change }: KeyChangeRequest,
      by: Actor,
    ): Promise<ApiKey | "no-key" | "no-name" | "long-name" | "long-note"> {
      const known = checkedName(name);
      if (known.problem !== null) return known.problem;
      const trimmed = singleLine(note);
      if ([...trimmed].length > KEY_NOTE_CHARACTERS_MAX) return "long-note";
      const wanted = { name: known.name, note: trimmed, ...change };
      return (await accounts.changeKey(id, account, wanted, by)) ?? "no-key";
    },
    /**
     * Replaces a key with a new key that has the same rights. The old key stays valid for
     * `overlap`.
     */
    async rotate(
      { id, account, overlap }: { id: string; account: string | null; overlap: Overlap },
      by: Actor,
    ): Promise<CreatedKey | RotationProblem> {
      const { text, ...successor } = newKey();
      const overlapMs = OVERLAPS_MS[overlap];
      const rotated = await accounts.rotateKey({ id, account, successor, overlapMs }, by);
      if (typeof rotated === "string") return rotated;
      return { id: successor.id, prefix: successor.prefix, name: rotated.name, text };
    },
  };
}

/** Replaces line breaks and other control characters. */
const singleLine = (text: string) => text.replace(/[\s\p{C}]+/gu, " ").trim();

type CheckedName = { problem: "no-name" | "long-name" } | { problem: null; name: string };

function checkedName(typed: string): CheckedName {
  const name = singleLine(typed);
  if (name === "") return { problem: "no-name" };
  const isLong = [...name].length > KEY_NAME_CHARACTERS_MAX;
  return isLong ? { problem: "long-name" } : { problem: null, name };
}

function checkedKey({ name, scopes, sites, expiresAtMs }: RequestedKey) {
  const checked = checkedName(name);
  if (checked.problem !== null) return checked.problem;
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  if (known.length < new Set(scopes).size) return "unknown-scope";
  if (known.length === 0) return "no-scope";
  const hosts = new Set<string>();
  for (const site of sites) {
    const host = parseSite(site);
    if (host === null) return "invalid-site";
    hosts.add(host);
  }
  if (hosts.size > KEY_SITES_MAX) return "too-many-sites";
  if (expiresAtMs !== null && expiresAtMs <= Date.now()) return "expires-in-past";
  return { name: checked.name, note: "", scopes: known, sites: [...hosts], expiresAtMs };
}
