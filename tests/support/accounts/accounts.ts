import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { Plan } from "@/lib/core/limits/plan";
import type { ApiKeys, CreatedKey, RequestedKey } from "@/lib/service/api/change-api-keys";
import type {
  AccountState,
  AccountStateSettings,
  Actor,
  KeyRequest,
  NewKey,
} from "@/lib/state/account-state";

export const A_PLAN: Plan = {
  id: "free",
  name: "Free",
  searchesPerMonth: 250,
  requestsPerSecond: 100,
  burst: 1_000,
  countMax: 50,
  moderate: false,
  site: true,
  transparent: true,
  keysMax: 5,
};

export const A_LARGER_PLAN: Plan = {
  ...A_PLAN,
  id: "team",
  name: "Team",
  searchesPerMonth: 10_000,
  moderate: true,
};

export const ACCOUNT_SETTINGS: AccountStateSettings = { plans: [A_PLAN, A_LARGER_PLAN] };

export const AN_ACTOR: Actor = { id: "command", from: "local" };

/** The digest of a key that a test names. */
export const digestOf = (name: string) => Buffer.from(name).toString("hex").padEnd(64, "0");

export const aKey = (changes: Partial<NewKey> = {}): NewKey => {
  const id = changes.id ?? "key-1";
  return {
    id,
    account: "account-1",
    name: "A key",
    note: "",
    digest: digestOf(id),
    prefix: "vt_live_9f3k",
    scopes: ["search"],
    sites: [],
    expiresAtMs: null,
    ...changes,
  };
};

type SearchChanges = Partial<NonNullable<KeyRequest["search"]>>;

export const aKeyRequest = (key = "key-1", search: SearchChanges = {}): KeyRequest => ({
  digest: digestOf(key),
  scope: "search",
  search: { ...DEFAULT_FILTERS, ...search },
});

export const anAccount = (id = "account-1", plan = A_PLAN.id) => ({
  id,
  email: `${id}@example.com`,
  role: "account" as const,
  plan,
});

/** Creates an API key as an account's page does. */
export async function newApiKey(
  apiKeys: Pick<ApiKeys, "create">,
  requested: Partial<RequestedKey> = {},
): Promise<CreatedKey> {
  const scopes = ["search", "usage"];
  const key = { account: "account-1", name: "A key", scopes, sites: [], expiresAtMs: null };
  const created = await apiKeys.create({ ...key, ...requested }, AN_ACTOR);
  if (!created.isCreated) throw new Error(created.problem);
  return created.key;
}

/** Creates an account with one key. */
export async function createAccountWithKey(
  state: AccountState,
  { id = "account-1", plan, key = {} }: { id?: string; plan?: string; key?: Partial<NewKey> } = {},
): Promise<void> {
  await state.createAccount(anAccount(id, plan), AN_ACTOR);
  await state.createKey(aKey({ account: id, ...key }), AN_ACTOR);
}
