import "server-only";
import type { State } from "@/lib/state/state";
import type { Notices } from "@/lib/web/notices";
import { pageRoutes, type Route } from "@/lib/web/route";
import { accountEndpoints } from "./accounts/account-endpoints";
import { createPeople } from "./accounts/people";
import { createApiKeys } from "./api/change-api-keys";
import { keyForms } from "./api/key-forms";
import { createKeyQuota } from "./api/key-quota";
import { openApiEndpoint } from "./api/openapi";
import { tryEndpoint } from "./api/try-endpoint";
import { usageEndpoint } from "./api/usage-endpoint";
import { usageFileEndpoint } from "./api/usage-file";
import type { ServiceConfig } from "./config";
import { createEmbeddedService } from "./embedded-service";
import { createServiceKeys } from "./identify-key";
import { originalEndpoint } from "./original-endpoint";
import { serviceSearchEndpoint } from "./search-endpoint";

type Options = Omit<ServiceConfig, "sessionSecret"> & {
  dataDir: string;
  databaseUrl: string | null;
  hiddenPaths: readonly string[];
  publicUrl: string;
};

type Parts = {
  state: Pick<State, "accounts" | "authRecords">;
  /** Signs the cookies of sessions. */
  sessionSecret: () => string;
  notices: Notices;
  /** The manifest of the demo collection; null without one. */
  demoManifest: string | null;
};

/** Creates our own search service, with the accounts of people and programs that use it. */
export function createService(
  options: Options,
  { state, sessionSecret, notices, demoManifest }: Parts,
) {
  const { publicUrl, plans } = options;
  const embedded = createEmbeddedService({
    dataDir: options.dataDir,
    databaseUrl: options.databaseUrl,
    libraryDirs: options.libraryDirs,
    libraryExcluded: options.libraryExcluded,
    hiddenPaths: options.hiddenPaths,
    publicUrl,
    demoManifest,
    safesearchLock: options.safesearchLock,
    finding: options.finding,
    groupDuplicates: options.groupDuplicates,
  });
  const serviceKeys = createServiceKeys(options);
  const accounts = state.accounts({ plans });
  const people = createPeople({
    accounts,
    records: state.authRecords(),
    secret: sessionSecret,
    publicUrl,
    isSignUpOpen: options.isSignUpOpen,
    planOfNew: plans[0]?.id ?? "",
  });
  const keyQuota = createKeyQuota(accounts);
  const apiKeys = createApiKeys({ accounts, keys: serviceKeys });
  const search = serviceSearchEndpoint(embedded, keyQuota);
  const routes: readonly Route[] = [
    search,
    tryEndpoint(search.handler, accounts.keyDigest),
    usageEndpoint(keyQuota),
    openApiEndpoint(publicUrl),
    originalEndpoint(embedded.openOriginal),
    ...accountEndpoints({ people, notices }),
    ...keyForms({ apiKeys, accounts, notices }),
    usageFileEndpoint(accounts),
    ...pageRoutes("visitor", ["/v1/docs", "/sign-in", "/sign-up", "/invitation/:token"]),
    ...pageRoutes("account", ["/account"]),
  ];
  return {
    /** The search service over the operator's pictures, or over the demo collection. */
    embedded,
    /** Authenticates API clients by their keys. */
    serviceKeys,
    /** Accounts with their API keys, usage and plans, and the audit log. */
    accounts,
    /** Signs people in, and invites them. */
    people,
    /** Creates, changes and replaces API keys. */
    apiKeys,
    /** Decides about requests with a key, and counts them. */
    keyQuota,
    routes,
  };
}
