import type { Plan } from "@/lib/core/limits/plan";
import type { SessionOf } from "@/lib/http/application";
import { createApiKeys, type RequestedKey } from "@/lib/service/api/change-api-keys";
import { createKeyQuota } from "@/lib/service/api/key-quota";
import { tryEndpoint } from "@/lib/service/api/try-endpoint";
import { usageEndpoint } from "@/lib/service/api/usage-endpoint";
import type { EmbeddedService } from "@/lib/service/embedded-service";
import { createServiceKeys } from "@/lib/service/identify-key";
import { serviceSearchEndpoint } from "@/lib/service/search-endpoint";
import { openState } from "@/lib/state/open-state";
import type { StoreLocation } from "@/lib/state/state";
import { applicationOf } from "../servers/application";
import { A_PLAN, AN_ACTOR, anAccount, newApiKey } from "./accounts";

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
  storeLocation: StoreLocation,
  {
    embedded = { publicUrl: "http://gallery.example", find: async () => [] },
    plans = [WIDE_PLAN],
    sessionOf,
  }: {
    /** By default the service finds nothing. */
    embedded?: Pick<EmbeddedService, "publicUrl" | "find">;
    plans?: readonly Plan[];
    sessionOf?: SessionOf;
  },
) {
  const state = openState(storeLocation);
  const accounts = state.accounts({ plans });
  const keys = createServiceKeys({
    serviceKey: null,
    keyPepper: null,
    dataDir: storeLocation.dataDir,
  });
  const apiKeys = createApiKeys({ accounts, keys });
  const keyQuota = createKeyQuota(accounts);
  const search = serviceSearchEndpoint(embedded, keyQuota);
  const routes = [search, tryEndpoint(search.handler, accounts.keyDigest), usageEndpoint(keyQuota)];
  await accounts.createAccount(anAccount("account-1", plans[0]?.id), AN_ACTOR);
  return {
    accounts,
    apiKeys,
    answer: applicationOf(routes, {
      serviceKeys: keys,
      ...(sessionOf && { sessionOf }),
    }),
    /** Creates a key of the account; returns its id and text. */
    newKey: (requested?: Partial<RequestedKey>) => newApiKey(apiKeys, requested),
    stop: () => state.close(),
  };
}
