import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { type Fault, type FaultRelay, startFaultRelay } from "@/tests/support/servers/fault-relay";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import { type PaidGallery, startPaidGallery } from "@/tests/support/servers/paid-gallery";

const fixture = await fixtureOfFile();
let relay: FaultRelay;
let gallery: PaidGallery;

beforeAll(async () => {
  relay = await startFaultRelay(Number(new URL(fixture.baseUrl).port));
});

afterAll(async () => {
  await relay.stop();
});

beforeEach(async () => {
  await relay.setFault({ kind: "none" });
});

afterEach(async () => {
  await gallery.stop();
});

function start({ totalMs = 30_000 } = {}): void {
  gallery = startPaidGallery({
    url: `http://127.0.0.1:${relay.port}`,
    key: fixture.key,
    dataDir: temporaryFolder(),
    timeouts: { connectMs: 30_000, totalMs },
  });
}

const codeOf = (q: string): Promise<string> =>
  gallery.search({ q }).then(
    () => "answer",
    ({ code }) => code,
  );

describe.each<[Fault, outcome: string, sent: number, paid: number]>([
  [{ kind: "none" }, "answer", 1, 1],
  [{ kind: "latency", ms: 60 }, "answer", 1, 1],
  [{ kind: "sliced", bytes: 7, pauseMs: 0 }, "answer", 1, 1],
  [{ kind: "slow close", ms: 100 }, "answer", 1, 1],
  [{ kind: "down" }, "service_unreachable", 0, 0],
  [{ kind: "reset", afterBytes: 0 }, "service_connection_lost", 1, 1],
  [{ kind: "reset", afterBytes: 40 }, "service_connection_lost", 1, 1],
  [{ kind: "reset", afterBytes: 400 }, "service_answer_unreadable", 1, 1],
  [{ kind: "truncated", afterBytes: 0 }, "service_connection_lost", 1, 1],
  [{ kind: "truncated", afterBytes: 400 }, "service_answer_unreadable", 1, 1],
  [{ kind: "latency", ms: 8000 }, "service_timeout", 1, 1],
  [{ kind: "sliced", bytes: 2, pauseMs: 50 }, "service_timeout", 1, 1],
  [{ kind: "timeout" }, "service_timeout", 1, 1],
])("with the fault %o", (fault, outcome, sent, paid) => {
  test(`a search is ${outcome}; ${sent} reached the service, ${paid} counted`, async () => {
    // Long enough for a busy machine to answer the search after the fault.
    start(outcome === "service_timeout" ? { totalMs: 3_000 } : {});
    await relay.setFault(fault);
    expect(await codeOf("lighthouse")).toBe(outcome);
    expect(fixture.searches).toHaveLength(sent);
    expect(await gallery.budget.status()).toMatchObject({ used: paid });
    await relay.setFault({ kind: "none" });
    expect(await codeOf("barn")).toBe("answer");
  });
});

test("after a fault the next search gets its own answer", async () => {
  start();
  await relay.setFault({ kind: "truncated", afterBytes: 300 });
  await codeOf("sea");
  await relay.setFault({ kind: "none" });
  expect(await codeOf("sea")).toBe("answer");
});
