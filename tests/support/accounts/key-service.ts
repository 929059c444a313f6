import type { Plan } from "@/lib/core/limits/plan";
import type { SessionOf } from "@/lib/http/application";
import { createApiKeys, type RequestedKey } from "@/lib/service/api/api-keys";
import { createKeyQuota } from "@/lib/service/api/key-quota";
import type { EmbeddedService } from "@/lib/service/embedded-service";
import { createServiceKeys } from "@/lib/service/service-keys";
import { openState } from "@/lib/state/open-state";
import type { StorePlace } from "@/lib/state/state";
import { applicationOf } from "../servers/application";
import { A_PLAN, AN_ACTOR } from "./accounts";

/** A plan that refuses nothing that a test sends. */
export const WIDE_PLAN: Plan = {
  ...A_PLAN,
  id: "wide",
  searchesPerMonth: 100_000,
  requestsPerSecond: 1_000,
  burst: 10_000,
  countMax: 100,
  moderate: true,
};

/** `/v1` over a real store, with the account `account-1` in the first plan. */
export async function startKeyService(
  place: StorePlace,
  {
    embedded,
    plans = [WIDE_PLAN],
    sessionOf,
  }: {
    embedded?: Partial<EmbeddedService>;
    plans?: readonly Plan[];
    sessionOf?: SessionOf;
  },
) {
  const state = openState(place);
  const accounts = state.accounts({ plans });
  const keys = createServiceKeys({ serviceKey: null, keyPepper: null, dataDir: place.dataDir });
  const apiKeys = createApiKeys({ accounts, keys });
  const parts = {
    keyQuota: createKeyQuota(accounts),
    keyDigest: accounts.keyDigest,
    ...(embedded && { embedded }),
  };
  const [plan] = plans;
  await accounts.createAccount(
    { id: "account-1", email: "one@example.com", role: "account", plan: plan?.id ?? "" },
    AN_ACTOR,
  );
  return {
    accounts,
    apiKeys,
    answer: applicationOf(parts as never, {
      serviceKeys: keys,
      ...(sessionOf && { sessionOf }),
    }),
    /** Creates a key of the account; returns its id and text. */
    async newKey(requested: Partial<RequestedKey> = {}): Promise<{ id: string; text: string }> {
      const created = await apiKeys.create(
        {
          account: "account-1",
          name: "A key",
          scopes: ["search", "usage"],
          sites: [],
          expiresAtMs: null,
          ...requested,
        },
        AN_ACTOR,
      );
      if (!created.isCreated) throw new Error(created.problem);
      return created.key;
    },
    stop: () => state.close(),
  };
}
