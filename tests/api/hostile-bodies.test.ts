import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toGalleryImages } from "@/lib/gallery/gallery-images";
import { readSearchResponse } from "@/lib/protocol/read-search-response";
import { openState } from "@/lib/state/open-state";
import type { State } from "@/lib/state/state";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { ODD_BUT_USABLE_BODIES, UNREADABLE_BODIES } from "@/tests/support/requests/hostile-bodies";
import { type FixtureService, startFixtureService } from "@/tests/support/servers/fixture-service";
import { type PaidGallery, startPaidGallery } from "@/tests/support/servers/paid-gallery";

let fixture: FixtureService;
/** Shared by all galleries, because each search is different. */
let state: State;
let asked = 0;

beforeAll(async () => {
  fixture = await startFixtureService();
  state = openState({ dataDir: temporaryFolder(), databaseUrl: null });
});

afterAll(async () => {
  await state.close();
  await fixture.stop();
});

function start(): PaidGallery {
  return startPaidGallery({
    url: fixture.baseUrl,
    key: fixture.key,
    dataDir: temporaryFolder(),
    state: { ...state, close: async () => {} },
    spending: { monthlySearches: 100_000, hasDayPacing: false },
  });
}

async function answerTo(gallery: PaidGallery, body: string | Uint8Array) {
  asked += 1;
  const q = `body ${asked}`;
  fixture.answerTo(q, { body, headers: { "content-type": "application/json" } });
  return { first: await gallery.search({ q }), second: await gallery.search({ q }) };
}

const WEB_ADDRESS = /^https?:\/\/[^/@\s]+(\/|$)/;

describe("a body without an answer", () => {
  test.each(UNREADABLE_BODIES)("fails as unreadable and is not cached: $name", async ({ body }) => {
    // A new gallery each time: after five such bodies in a row the circuit breaker would answer.
    const gallery = start();
    await expect(answerTo(gallery, body)).rejects.toMatchObject({
      code: "service_answer_unreadable",
    });
    expect(gallery.calls).toEqual(["service_answer_unreadable"]);
    await gallery.stop();
  });
});

describe("an unusual body with a valid item", () => {
  let gallery: PaidGallery;

  beforeAll(() => {
    gallery = start();
  });

  afterAll(async () => {
    await gallery.stop();
  });

  test.each(ODD_BUT_USABLE_BODIES)("returns that item, sanitised: $name", async ({ body }) => {
    const { first, second } = await answerTo(gallery, body);
    expect(second).toMatchObject({ from: "cache", images: first.images });
    expect(first.images).toHaveLength(1);
    for (const image of first.images) {
      expect(image.id).toMatch(/^[\w-]{22}$/);
      expect(image.imageUrl).toMatch(WEB_ADDRESS);
      expect(image.hostUrl ?? "https://none.example/").toMatch(WEB_ADDRESS);
      expect(image.host).toBe("a.example");
      expect(image.accentColor ?? "#000000").toMatch(/^#[0-9a-f]{6}$/);
      for (const side of [image.width ?? 1, image.height ?? 1]) {
        expect(Number.isFinite(side) && side > 0 && side <= 100_000).toBe(true);
      }
      expect(image.name.length).toBeLessThanOrEqual(1000);
      expect(image.name).not.toMatch(/\p{Surrogate}/u);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test("there are more than two hundred of them", () => {
  expect(UNREADABLE_BODIES.length + ODD_BUT_USABLE_BODIES.length).toBeGreaterThanOrEqual(200);
});

/** Arbitrary JSON that usually looks like an answer. */
const almostAnswers = fc.oneof(
  fc.jsonValue(),
  fc.record({ name: fc.jsonValue(), value: fc.array(fc.jsonValue(), { maxLength: 5 }) }),
  fc.record({
    value: fc.array(
      fc.record(
        {
          imageUrl: fc.oneof(fc.webUrl(), fc.jsonValue()),
          hostUrl: fc.oneof(fc.webUrl(), fc.jsonValue()),
          width: fc.jsonValue(),
          height: fc.jsonValue(),
          accentColor: fc.jsonValue(),
          name: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 5 },
    ),
  }),
);

test("any JSON is read into images with http(s) URLs, or rejected", () => {
  fc.assert(
    fc.property(almostAnswers, (body) => {
      const read = readSearchResponse(body);
      if (!read.isReadable) return;
      for (const image of toGalleryImages(read, 100).images)
        expect(image.imageUrl).toMatch(/^https?:\/\//);
    }),
    { numRuns: 10_000 },
  );
});
