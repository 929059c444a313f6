import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { askRaw, statusOf } from "@/tests/support/requests/raw-request";
import {
  frontDoorOfFile,
  rawRequest,
  routesWith,
} from "@/tests/support/servers/front-door-of-file";
import { openFrontDoor } from "@/tests/support/servers/open-front-door";

const door = frontDoorOfFile();
const { ask, visits } = door;

describe("requests that do not wait for the answers before theirs", () => {
  const many = (count: number) =>
    "GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(count) + rawRequest();

  test("are answered in order", async () => {
    const answer = await askRaw(door.origin(), many(50));
    expect(answer.match(/^HTTP\/1\.1 200/gm)).toHaveLength(51);
    expect(visits.at(-1)?.url).toBe("/search?q=sea");
  });

  test("end the connection when there are thousands", async () => {
    await askRaw(door.origin(), many(5_000));
    expect(visits.length).toBeLessThan(200);
    expect((await ask("/")).status).toBe(200);
  });
});

test("requests that wait behind another end with their connection, and so do their bodies", async () => {
  const signals: AbortSignal[] = [];
  let cancelledCount = 0;
  const cancel = () => {
    cancelledCount += 1;
  };
  door.answerThumbnail = (_, { signal }) => {
    signals.push(signal);
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(new Response(new ReadableStream({ cancel }))));
    });
  };
  const { port } = new URL(door.origin());
  const visitor = connect(Number(port), "127.0.0.1", () => {
    visitor.write("GET /thumb/x HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3));
  });
  visitor.on("error", () => {});
  await expect.poll(() => signals.length).toBe(3);
  visitor.destroy();
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  await expect.poll(() => cancelledCount).toBe(3);
  expect((await ask("/")).status).toBe(200);
});

describe("a slow request", () => {
  test.each([
    ["head", "GET / HTTP/1.1\r\nHost: localhost\r\n"],
    ["body", "POST /api/search/again HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nq="],
  ])("is closed soon after the time limit for its %s", async (_, part) => {
    const slow = await openFrontDoor(await routesWith(() => async () => new Response(null)), {
      answerPage: async () => {},
      timeouts: { headMs: 50, requestMs: 100, checkMs: 20, idleMs: 60_000 },
    });
    // Rejects where the connection stays open: Node by itself looks every 30 seconds.
    const answer = await askRaw(slow.origin, part);
    expect([null, 408]).toContain(statusOf(answer));
    await slow.close();
  });
});
