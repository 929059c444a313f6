import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProofQueue, fetchProofs, needsProof } from "@/lib/client/collections/image-proofs";
import type { ProofsRequest } from "@/lib/contract/image-proofs";
import { anImage } from "@/tests/support/pictures/an-image";

const DAY_MS = 86_400_000;

const saved = (i: number) => ({
  ...anImage({ id: `image-${i}`, thumbnails: { path: `/thumb/k/20000/${i}/`, widthsPx: [240] } }),
  reference: i % 2 === 0 ? `signed-${i}` : null,
});

const requests: ProofsRequest[] = [];

/** Simulates a server that knows every image, except those whose only proof says otherwise. */
beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const request: ProofsRequest = JSON.parse(body);
    requests.push(request);
    const images = request.images.map(({ proofs: [proof] }) =>
      proof?.endsWith("/7/") ? null : { reference: `new of ${proof}`, thumbnails: null },
    );
    return Response.json({ images });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("an image needs a reference if it has none, or if its thumbnails expire within a day", () => {
  const long = 20_000 * DAY_MS - 2 * DAY_MS;
  expect(needsProof(saved(1), long)).toBe(true);
  expect(needsProof(saved(2), long)).toBe(false);
  expect(needsProof(saved(2), 20_000 * DAY_MS)).toBe(true);
  expect(needsProof({ ...saved(2), thumbnails: null }, long)).toBe(true);
  // The server refuses to fetch the image, so asking would be useless.
  expect(needsProof({ ...saved(1), thumbnails: null }, long)).toBe(false);
});

test("asks in batches of a hundred, with reference and thumbnail path as proofs", async () => {
  const found = await fetchProofs(Array.from({ length: 250 }, (_, i) => saved(i)));
  expect(requests.map(({ images }) => images.length)).toEqual([100, 100, 50]);
  expect(requests[0]?.images[0]?.proofs).toEqual(["signed-0", "/thumb/k/20000/0/"]);
  expect(requests[0]?.images[1]?.proofs).toEqual(["/thumb/k/20000/1/"]);
  expect(found.size).toBe(249);
  expect(found.has("image-7")).toBe(false);
  expect(found.get("image-2")).toEqual({ reference: "new of signed-2", thumbnails: null });
});

test("a failed request ends the batches, and earlier answers are kept", async () => {
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) =>
    requests.length === 1 ? Promise.reject(new TypeError("offline")) : answer(...request),
  );
  const found = await fetchProofs(Array.from({ length: 250 }, (_, i) => saved(i * 2)));
  expect(found.size).toBe(100);
});

test("after a request that failed, the queue asks for its images again", async () => {
  vi.useFakeTimers();
  const onFound = vi.fn();
  const answer = globalThis.fetch;
  let isOffline = true;
  vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) =>
    isOffline ? Promise.reject(new TypeError("offline")) : answer(...request),
  );
  const queue = createProofQueue(onFound);
  queue.add(saved(2));
  await vi.runAllTimersAsync();
  expect(onFound).not.toHaveBeenCalled();
  isOffline = false;
  queue.add(saved(2));
  await vi.runAllTimersAsync();
  expect(onFound).toHaveBeenCalledOnce();
});

test("the queue gathers images, asks for each once, and says which have no thumbnails", async () => {
  vi.useFakeTimers();
  const onFound = vi.fn();
  const onMissing = vi.fn();
  const queue = createProofQueue(onFound, onMissing);
  for (const i of [2, 4, 2]) queue.add(saved(i));
  await vi.runAllTimersAsync();
  queue.add(saved(4));
  await vi.runAllTimersAsync();
  expect(requests.map(({ images }) => images.length)).toEqual([2]);
  expect(onFound).toHaveBeenCalledOnce();
  expect(onMissing.mock.calls).toEqual([[["image-2", "image-4"]]]);
});

test("the queue asks again when the thumbnails that it was given have expired too", async () => {
  vi.useFakeTimers();
  const paths: (string | null)[] = [];
  let shown: Parameters<typeof needsProof>[0] = saved(2);
  const queue = createProofQueue((found) => {
    shown = { ...shown, ...found.get("image-2") };
    paths.push(shown.thumbnails?.path ?? null);
  });
  const answers = ["/thumb/k/20007/2/", "/thumb/k/20014/2/", null];
  vi.stubGlobal("fetch", async () => {
    const path = answers.shift() ?? null;
    const thumbnails = path && { path, widthsPx: [240] };
    return Response.json({ images: [{ reference: "signed-2", thumbnails }] });
  });
  for (let week = 0; week < 5; week += 1) {
    // Every tile of the image asks.
    for (let tile = 0; tile < 2; tile += 1) queue.add(shown);
    await vi.runAllTimersAsync();
  }
  // The server has no thumbnails any more, so asking again would be useless.
  expect(paths).toEqual(["/thumb/k/20007/2/", "/thumb/k/20014/2/", null]);
});
