import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { Plan } from "@/lib/core/limits/plan";
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

/** Creates an account with one key. */
export async function createAccountWithKey(
  state: AccountState,
  {
    id = "account-1",
    plan = "free",
    key = {},
  }: { id?: string; plan?: string; key?: Partial<NewKey> } = {},
): Promise<void> {
  await state.createAccount({ id, email: `${id}@example.com`, role: "account", plan }, AN_ACTOR);
  await state.createKey(aKey({ account: id, ...key }), AN_ACTOR);
}
