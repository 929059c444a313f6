import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createActivity } from "@/lib/console/activity";
import type { ActivityCount } from "@/lib/contract/console";
import { HEALTH_ENDPOINTS } from "@/lib/http/operator-endpoints";
import { AppError } from "@/lib/platform/errors";
import { openState } from "@/lib/state/open-state";
import { thumbnailEndpoint } from "@/lib/thumbnails/thumbnail-endpoint";
import type { AnsweredRequest } from "@/lib/web/answered-request";
import { pageRoutes } from "@/lib/web/route";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { openFrontDoor } from "@/tests/support/servers/open-front-door";
import { unsignedSearches } from "@/tests/support/servers/unsigned-searches";

const HOUR = { sliceMinutes: 5, sliceCount: 12 } as const;
const fail = (cause: unknown) => {
  throw cause;
};

function aStore() {
  const state = openState({ dataDir: temporaryFolder() });
  onTestFinished(() => state.close());
  return state.activity();
}

/** Starts the counting of an instance, until the test ends. */
function startActivity(parts: Partial<Parameters<typeof createActivity>[0]>) {
  const activity = createActivity({
    state: aStore(),
    instance: "a-host:3000",
    thumbnails: () => ({ hits: 0, made: 0 }),
    pictureCount: async () => null,
    onFailure: fail,
    ...parts,
  });
  onTestFinished(() => activity.stop());
  return activity;
}

/** Every kind and event, with its count. */
const countsOf = (counts: readonly ActivityCount[]) => {
  const total: Record<string, number> = {};
  for (const { kind, event, count } of counts) {
    total[`${kind} ${event}`] = (total[`${kind} ${event}`] ?? 0) + count;
  }
  return total;
};

test("requests are counted by kind and outcome, and those worth a look-up stored, without what was searched", async () => {
  const state = aStore();
  const activity = startActivity({ state, thumbnails: () => ({ hits: 30, made: 4 }) });
  const failure = new AppError("service_timeout", "a test");
  const { origin, close } = await openFrontDoor(
    [
      ...unsignedSearches(async ({ q }) => {
        if (q === "slow sea") throw failure;
        return { images: [], searchesUsed: q === "paid sea" ? 1 : 0 } as never;
      }),
      thumbnailEndpoint({ handle: async () => new Response(null, { status: 502 }) }),
      ...HEALTH_ENDPOINTS,
      ...pageRoutes("visitor", ["/library/:id"]),
    ],
    {
      onAnswered: activity.answered,
      answerPage: async (_request, response, context) => {
        // A page that shows an error has the status 200.
        context.code = "service_timeout";
        response.writeHead(200).end();
      },
    },
  );
  onTestFinished(close);
  const idOf = async (path: string) => {
    const response = await fetch(`${origin}${path}`);
    await response.arrayBuffer();
    return response.headers.get("x-request-id") ?? "";
  };
  const ok = await idOf("/api/search?q=sea");
  const paid = await idOf("/api/search?q=paid+sea");
  const timeout = await idOf("/api/search?q=slow+sea");
  const refused = await idOf("/api/search?q=sea&count=lots");
  const page = await idOf("/library/some-secret-id");
  const unknown = await idOf("/no/such/page");
  const thumbnail = await idOf("/thumb/a/b/c/d/e/160");
  await idOf("/livez");
  activity.waited("page", 0.02);

  // A page's end is noticed after the client has its response.
  await expect
    .poll(async () => {
      await activity.flush();
      return countsOf((await state.counts(HOUR)).counts);
    })
    .toEqual({
      "search ok": 2,
      "search failed": 1,
      "search refused": 1,
      "page failed": 2,
      "page waited": 1,
      "thumbnail failed": 1,
      "thumbnail hit": 30,
      "thumbnail made": 4,
    });
  const { counts } = await state.counts(HOUR);
  expect(counts).toContainEqual(expect.objectContaining({ event: "waited", withinMs: 20 }));
  expect(await state.request(ok)).toBeNull();
  expect(await state.request(paid)).toMatchObject({ status: 200, isPaid: true });
  const found = await state.request(timeout);
  expect(found).toMatchObject({
    instance: "a-host:3000",
    method: "GET",
    route: "/api/search",
    status: 504,
    code: "service_timeout",
    isPaid: false,
  });
  expect(await state.request(refused)).toMatchObject({ status: 400, code: "invalid_query" });
  expect(await state.request(page)).toMatchObject({ route: "/library/:id", status: 504 });
  expect(await state.request(unknown)).toMatchObject({ route: null, status: 504 });
  expect(await state.request(thumbnail)).toMatchObject({ route: "/thumb/*", status: 502 });
  const failures = await state.failures(10);
  expect(failures).toHaveLength(4);
  expect(JSON.stringify([failures, await state.request(paid)])).not.toMatch(
    /slow|\bsea\b|secret|127\.0/,
  );
});

const A_PAGE = { path: "/", caller: "visitor", priority: "page", errorForm: "plain" } as const;

const answered = (requestId: string, status: number, isPaid = false): AnsweredRequest => ({
  requestId,
  method: "GET",
  route: A_PAGE,
  status,
  code: null,
  seconds: 0.003,
  isPaid,
  traceId: null,
});

test("of too many requests, paid searches and failures are stored; counts are complete", async () => {
  const state = aStore();
  const activity = startActivity({ state });
  for (let i = 0; i < 30; i += 1) activity.answered(answered(`refused ${i}`, 404));
  for (let i = 0; i < 19; i += 1) activity.answered(answered(`failed ${i}`, 500));
  activity.answered(answered("paid", 200, true));
  activity.answered(answered("refused late", 404));
  await activity.flush();
  expect(countsOf((await state.counts(HOUR)).counts)).toEqual({
    "page refused": 31,
    "page failed": 19,
    "page ok": 1,
  });
  expect(await state.failures(100)).toHaveLength(19);
  expect(await state.request("paid")).not.toBeNull();
  expect(await state.request("refused 0")).toBeNull();
  expect(await state.request("refused late")).toBeNull();
});

test("what the store could not take is written later, once", async () => {
  const state = aStore();
  const failures: unknown[] = [];
  let isLost = true;
  const activity = startActivity({
    state: {
      ...state,
      record: async (sent) => {
        if (isLost) throw new Error("the store is lost");
        await state.record(sent);
      },
    },
    thumbnails: () => ({ hits: 2, made: 0 }),
    onFailure: (cause) => failures.push(cause),
  });
  activity.answered(answered("one", 500));
  await activity.flush();
  expect(failures).toHaveLength(1);
  isLost = false;
  activity.answered(answered("two", 500));
  await activity.stop();
  await activity.stop();
  expect(countsOf((await state.counts(HOUR)).counts)).toEqual({
    "page failed": 2,
    "thumbnail hit": 2,
  });
  expect((await state.failures(10)).map(({ id }) => id).sort()).toEqual(["one", "two"]);
});

test("a write waits for the one before it, so that the page sees everything", async () => {
  const order: string[] = [];
  const activity = startActivity({
    state: {
      ...aStore(),
      record: async ({ requests: [request] }) => {
        order.push(`begin ${request?.id}`);
        await setTimeout(20);
        order.push(`end ${request?.id}`);
      },
    },
  });
  activity.answered(answered("one", 500));
  activity.flush();
  await activity.flush();
  expect(order).toEqual(["begin one", "end one"]);
});
