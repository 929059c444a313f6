import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApplication } from "@/lib/http/application";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { createApiKeys } from "@/lib/service/api/change-api-keys";
import { createKeyQuota } from "@/lib/service/api/key-quota";
import { createServiceKeys } from "@/lib/service/identify-key";
import { serviceSearchEndpoint } from "@/lib/service/search-endpoint";
import { openState } from "@/lib/state/open-state";
import { AN_ACTOR, anAccount, newApiKey } from "@/tests/support/accounts/accounts";
import { WIDE_PLAN } from "@/tests/support/accounts/key-service";
import { requestSlotsInTest } from "@/tests/support/servers/application";
import type { Target } from "./recorded";

type KeyServer = {
  pid: number;
  /** The same search with the operator's key, which needs no store, and with an account's key. */
  byOperator: Target;
  byAccount: Target;
  stop(): void;
};

const PLAN = {
  ...WIDE_PLAN,
  searchesPerMonth: 1_000_000_000,
  requestsPerSecond: 100_000,
  burst: 100_000,
};

/**
 * Starts a process with the front door, `/v1/search`, a store and an empty library, so that searching
 * does not hide the difference between two keys.
 */
export async function startKeyServer(): Promise<KeyServer> {
  const child: ChildProcess = fork(process.argv[1] ?? "", ["keys"], { execArgv: [] });
  const [{ port, operatorKey, accountKey }] = await once(child, "message");
  const target = (key: string): Target => ({
    origin: `http://127.0.0.1:${port}`,
    path: "/v1/search?q=harbour&count=24",
    headers: { "user-agent": "client/1", accept: "application/json", "x-api-key": key },
  });
  return {
    pid: child.pid ?? 0,
    byOperator: target(operatorKey),
    byAccount: target(accountKey),
    stop: () => void child.kill(),
  };
}

/** The body of that process. */
export async function runKeyServer(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-bench-keys-"));
  process.on("SIGTERM", () => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit();
  });
  const operatorKey = "a key of the bench, long enough";
  const serviceKeys = createServiceKeys({ serviceKey: operatorKey, keyPepper: null, dataDir });
  const accounts = openState({ dataDir }).accounts({ plans: [PLAN] });
  await accounts.createAccount(anAccount("account-1", PLAN.id), AN_ACTOR);
  const { text: accountKey } = await newApiKey(createApiKeys({ accounts, keys: serviceKeys }));
  const publicUrl = "http://localhost";
  const embedded = { publicUrl, find: async () => [] };
  const routes = [serviceSearchEndpoint(embedded, createKeyQuota(accounts))];
  const slots = requestSlotsInTest();
  const server = createFrontDoor({
    root: process.cwd(),
    publicUrl,
    allowedHosts: [],
    application: createApplication(routes, {
      visitorOf: createVisitorOf({ kind: "none" }),
      serviceKeys,
      metricsToken: null,
      sessionOf: async () => null,
      slots,
    }),
    slots,
    answerPage: async (_request, response) => void response.end(),
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ port, operatorKey, accountKey });
  });
}
