import { afterEach, beforeEach, expect, test } from "vitest";
import type { AccountPrincipal } from "@/lib/platform/http";
import { startKeyService } from "@/tests/support/accounts/key-service";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { ask } from "@/tests/support/requests/ask";

let service: Awaited<ReturnType<typeof startKeyService>>;
let principal: AccountPrincipal | null;
let searched: unknown[];

beforeEach(async () => {
  searched = [];
  principal = { kind: "account", accountId: "account-1", sessionId: "s", isOperator: false };
  const find = async (query: unknown) => {
    searched.push(query);
    return [];
  };
  service = await startKeyService(
    { dataDir: temporaryFolder() },
    {
      embedded: { publicUrl: "http://gallery.example", find },
      sessionOf: async () => principal,
    },
  );
});
afterEach(() => service.stop());

function send(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return ask(service.answer, "/api/try-search", { fields, headers });
}

test("a search runs with a key of the account and counts for it, without sending the key's text", async () => {
  const { id } = await service.newKey();
  const response = await send({ key: id, q: "sea", count: "10", site: "", safesearch: "" });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ name: "sea", value: [] });
  expect(response.headers.get("ratelimit")).toContain('"month";r=99999;');
  expect(searched).toMatchObject([{ q: "sea", count: 10, safesearch: "strict", site: null }]);
  expect((await service.accounts.usage("account-1", null)).usedThisMonth).toBe(1);
});

test("limits of the key apply", async () => {
  const { id } = await service.newKey({ scopes: ["usage"] });
  const response = await send({ key: id, q: "sea" });
  expect([response.status, searched]).toEqual([403, []]);
});

test("another account's key, a missing session or a foreign page gets no search", async () => {
  const { id } = await service.newKey();
  principal = { kind: "account", accountId: "account-2", sessionId: "s", isOperator: true };
  expect((await send({ key: id, q: "sea" })).status).toBe(401);
  principal = { ...principal, accountId: "account-1" };
  const foreign = await send(
    { key: id, q: "sea" },
    { "sec-fetch-site": "cross-site", origin: "null" },
  );
  expect(foreign.status).toBe(403);
  principal = null;
  expect([401, 303]).toContain((await send({ key: id, q: "sea" })).status);
  expect(searched).toEqual([]);
});
