import { readFileSync } from "node:fs";
import fsp from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { IMAGE_FILE_BYTES_MAX } from "@/lib/platform/sniff-format";
import type { ThumbnailOptions } from "@/lib/thumbnails/thumbnail-pipeline";
import { photographPath } from "@/tests/support/pictures/photographs";
import { type PictureHost, startPictureHost } from "@/tests/support/pictures/picture-host";
import { signed, thumbnailsInTest } from "@/tests/support/pictures/thumbnails-in-test";

const PHOTOGRAPH = readFileSync(photographPath("french-alpine-landscape"));

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function aHost(
  respond: (path: string, response: ServerResponse) => void = (_path, response) =>
    void response.end(PHOTOGRAPH),
): Promise<PictureHost> {
  const host = await startPictureHost((request, response) => respond(request.url ?? "", response));
  ends.push(host.close);
  return host;
}

function thumbnailsOf(hosts: PictureHost[], options: Partial<ThumbnailOptions> = {}) {
  const thumbnails = thumbnailsInTest({
    allowedPrivateHosts: hosts.map(({ host }) => host),
    ...options,
  });
  ends.push(thumbnails.dispose);
  return thumbnails;
}

test("500 visitors who ask for one picture at once cause one fetch and one encode", async () => {
  const host = await aHost();
  const thumbnails = thumbnailsOf([host]);
  const url = signed(thumbnails, host.url("/one.jpg"));
  const all = await Promise.all(
    Array.from({ length: 500 }, (_, n) => thumbnails.ask(url, { visitor: `c${n}` })),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  expect(host.requests).toHaveLength(1);
  expect(thumbnails.stats()).toMatchObject({ made: 1 });
});

test("two widths of one picture share its fetch", async () => {
  const host = await aHost();
  const thumbnails = thumbnailsOf([host]);
  const asked = [160, 320, 640] as const;
  await Promise.all(asked.map((px) => thumbnails.ask(signed(thumbnails, host.url("/a.jpg"), px))));
  expect(host.requests).toHaveLength(1);
});

test("when 499 of 500 visitors leave, the last one gets the image", async () => {
  const held: ServerResponse[] = [];
  const host = await aHost((_path, response) => void held.push(response));
  const thumbnails = thumbnailsOf([host]);
  const url = signed(thumbnails, host.url("/one.jpg"));
  const leaving = Array.from({ length: 499 }, () => new AbortController());
  const left = leaving.map(({ signal }, n) =>
    thumbnails.ask(url, { signal, visitor: `leaves${n}` }),
  );
  const stays = thumbnails.ask(url, { visitor: "s" });
  await expect.poll(() => held.length).toBe(1);
  for (const one of leaving) one.abort(new Error("left"));
  expect(new Set((await Promise.all(left)).map(({ status }) => status))).toEqual(new Set([499]));
  held[0]?.end(PHOTOGRAPH);
  expect((await stays).status).toBe(200);
});

test("a host that hangs does not delay another host's images", async () => {
  const hanging = await aHost(() => {});
  const quick = await aHost();
  const thumbnails = thumbnailsOf([hanging, quick], {
    visitorLimits: { perMinute: 10_000 },
    // The host hangs for longer than the test takes, even on a busy machine.
    deadlines: { firstByteMs: 120_000, wholeMs: 120_000 },
  });
  const slow = Array.from({ length: 80 }, (_, n) =>
    thumbnails.ask(signed(thumbnails, hanging.url(`/${n}.jpg`))),
  );
  const answered: unknown[] = [];
  for (const each of slow) {
    void each.then(({ status, headers }) => answered.push([status, headers.get("retry-after")]));
  }
  await expect.poll(() => hanging.requests.length).toBe(4);
  const other = await thumbnails.ask(signed(thumbnails, quick.url("/a.jpg")));
  expect(other.status).toBe(200);
  await expect.poll(() => thumbnails.stats().fetching).toEqual({ running: 4, waiting: 48 });
  // 4 run, 48 wait, the rest get 503: whichever reach the queue last.
  await expect.poll(() => answered).toEqual(new Array(28).fill([503, "2"]));
  expect(hanging.requests.length).toBe(4);
  await hanging.close();
  await Promise.all(slow);
});

test("a visitor over the limit gets 429 and a time to retry; others and cached images do not", async () => {
  const host = await aHost();
  const thumbnails = thumbnailsOf([host], { visitorLimits: { perMinute: 3 } });
  const askAs = (name: string, visitor: string) =>
    thumbnails.ask(signed(thumbnails, host.url(name)), { visitor });
  for (const name of ["/1", "/2", "/3"]) expect((await askAs(name, "greedy")).status).toBe(200);
  const refused = await askAs("/4", "greedy");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await askAs("/1", "greedy")).status).toBe(200);
  expect((await askAs("/4", "other")).status).toBe(200);
});

test("a visitor's bytes are limited, too", async () => {
  const host = await aHost();
  const thumbnails = thumbnailsOf([host], { visitorLimits: { bytesPerTenMinutes: 10 } });
  expect((await thumbnails.ask(signed(thumbnails, host.url("/1")))).status).toBe(200);
  expect((await thumbnails.ask(signed(thumbnails, host.url("/2")))).status).toBe(429);
});

test("with a full disk images are still shown, from memory or made again", async () => {
  const host = await aHost();
  const full = {
    ...fsp,
    writeFile: async () => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    },
  };
  const thumbnails = thumbnailsOf([host], { diskWriter: full });
  for (const name of ["/1", "/2", "/1"]) {
    expect((await thumbnails.ask(signed(thumbnails, host.url(name)))).status).toBe(200);
  }
  await thumbnails.settled();
  expect(thumbnails.stats().store).toMatchObject({ entries: 0 });
  expect(thumbnails.stats().store.failedWrites).toBeGreaterThan(0);
});

test("a restart finds the pictures made before it", async () => {
  const host = await aHost();
  const first = thumbnailsOf([host]);
  await first.ask(signed(first, host.url("/1")));
  await first.settled();
  const second = thumbnailsOf([host], { dataDir: first.dataDir });
  expect((await second.ask(signed(second, host.url("/1")))).status).toBe(200);
  expect(host.requests).toHaveLength(1);
});

test("a visitor who leaves while a name is resolved frees the slot", async () => {
  const thumbnails = thumbnailsInTest({
    resolveHost: () => new Promise(() => {}),
    deadlines: { dnsMs: 600_000, wholeMs: 600_000 },
  });
  ends.push(thumbnails.dispose);
  const leaving = new AbortController();
  const left = thumbnails.ask(signed(thumbnails, "https://silent.example/a.jpg"), {
    signal: leaving.signal,
  });
  await expect.poll(() => thumbnails.stats().fetching.running).toBe(1);
  leaving.abort(new Error("left"));
  expect((await left).status).toBe(499);
  // Long before the name server's ten minutes have passed.
  await expect.poll(() => thumbnails.stats().fetching.running).toBe(0);
});

test("a host has four slots in all, whatever the spelling of its name and the port", async () => {
  const asked: string[] = [];
  const thumbnails = thumbnailsInTest({
    resolveHost: (name) => {
      asked.push(name);
      return new Promise(() => {});
    },
  });
  ends.push(thumbnails.dispose);
  const origins = ["http://slow.example", "https://slow.example", "http://slow.example."];
  const all = origins.flatMap((origin) =>
    Array.from({ length: 4 }, (_, n) => {
      const leaving = new AbortController();
      const url = signed(thumbnails, `${origin}/${n}.jpg`);
      return { leaving, left: thumbnails.ask(url, { signal: leaving.signal }) };
    }),
  );
  await expect.poll(() => thumbnails.stats().fetching.waiting).toBe(8);
  expect(asked).toHaveLength(4);
  for (const { leaving } of all) leaving.abort(new Error("left"));
  await Promise.all(all.map(({ left }) => left));
});

test("however many images of the library are requested, few are in memory at once", async () => {
  let open = 0;
  let most = 0;
  const thumbnails = thumbnailsInTest({
    readLibraryImage: async () => {
      open += 1;
      most = Math.max(most, open);
      // Memory is counted until the decoder has it; the next file is opened in a later turn.
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return PHOTOGRAPH;
    },
  });
  ends.push(thumbnails.dispose);
  const all = Array.from({ length: 60 }, (_, n) =>
    thumbnails.ask(signed(thumbnails, `lib:${n}`), { accept: "image/webp" }),
  );
  let waiting = 0;
  const watch = setInterval(() => {
    waiting = Math.max(waiting, thumbnails.stats().decoders.waiting);
  }, 1);
  const answers = await Promise.all(all);
  clearInterval(watch);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(most).toBeLessThanOrEqual(4);
  expect(waiting).toBeLessThanOrEqual(4);
});

test("a file too large for any decoder fails with 413, and kills none", async () => {
  const huge = new Uint8Array(IMAGE_FILE_BYTES_MAX + 1);
  const thumbnails = thumbnailsInTest({ readLibraryImage: async () => huge });
  ends.push(thumbnails.dispose);
  const { status } = await thumbnails.ask(signed(thumbnails, "lib:huge"));
  expect([status, thumbnails.stats().decoders.deaths]).toEqual([413, 0]);
});

test("a library file that is too large to be read is reported as too large, not as gone", async () => {
  const thumbnails = thumbnailsInTest({ readLibraryImage: async () => "too-large" });
  ends.push(thumbnails.dispose);
  const { status, headers } = await thumbnails.ask(signed(thumbnails, "lib:huge"));
  expect([status, headers.get("x-vitrine-thumbnail")]).toEqual([413, "too-large"]);
});
