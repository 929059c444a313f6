import { expect, onTestFinished, test } from "vitest";
import { createFreeSearch } from "@/lib/gallery/free-search";
import { createLibraryBrowsing } from "@/lib/gallery/library-browsing";
import { watchRatings } from "@/lib/gallery/rating-watch";
import type { ModerationState } from "@/lib/state/moderation-state";
import { openState } from "@/lib/state/open-state";
import type { StoreLocation } from "@/lib/state/state";
import { AN_ACTOR } from "@/tests/support/accounts/accounts";
import { sharedPlace } from "@/tests/support/databases/libraries";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf, libraryRoutes } from "@/tests/support/servers/application";
import { serviceOfTest } from "@/tests/support/servers/embedded-service";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { aQuery, startPaidGallery } from "@/tests/support/servers/paid-gallery";

const KEY = "a-key-of-at-least-24-characters";

const signal = new AbortController().signal;
const thumbnails = { sign: () => null, expiryDay: () => 0 };

/** Watches the ratings as an instance does. */
function watched(
  storeLocation: StoreLocation,
  follow: Parameters<typeof watchRatings>[1]["follow"],
) {
  const state = openState(storeLocation);
  const moderation = state.moderation();
  const watch = watchRatings(moderation, { follow, onFailure: () => {} });
  onTestFinished(async () => {
    watch.stop();
    await state.close();
  });
  return { moderation, ratings: watch.ratings, state };
}

/** An instance that serves a library, with every way in which it shows a picture. */
async function anInstance(storeLocation: StoreLocation, libraryDirs: string[]) {
  const service = serviceOfTest({ ...storeLocation, libraryDirs });
  await service.ready();
  const { moderation, ratings } = watched(storeLocation, service.followRatings);
  const browsing = createLibraryBrowsing({ service, thumbnails, ratings });
  const search = createFreeSearch({ service, label: () => service.label() });
  const application = applicationOf(libraryRoutes(service), { serviceKey: KEY });
  return {
    moderation,
    /** Returns where a search or a link shows the picture. */
    async placesOf(q: string, id: string, safesearch: "strict" | "moderate") {
      const path = `/v1/search?q=${q}&count=100&safesearch=${safesearch}`;
      const answered = await ask(application, path, { key: KEY });
      const { value } = (await answered.json()) as { value: { imageUrl: string }[] };
      const gallery = await search(aQuery({ q, safesearch, count: 100 }), { signal, mayPay: true });
      const view = { order: "newest", page: 1, folder: null, colour: null, size: null } as const;
      const pages = await browsing.page(view);
      const isIt = ({ imageUrl }: { imageUrl: string }) => imageUrl.includes(`/library/${id}/`);
      const original = await ask(application, `/library/${id}/original`);
      await original.body?.cancel();
      return [
        ...(value.some(isIt) ? ["/v1/search"] : []),
        ...(gallery.images.some(isIt) ? ["search"] : []),
        ...(pages.images.some(isIt) ? ["/library"] : []),
        ...((await service.picture(id)) === null ? [] : ["page"]),
        ...(original.ok ? ["original"] : []),
      ];
    },
  };
}

const EVERYWHERE = ["/v1/search", "search", "/library", "page", "original"];

async function rate(moderation: ModerationState, id: string, rating: "never" | "moderate" | null) {
  await moderation.rate({ source: `lib:${id}`, name: "", pageUrl: null }, rating, AN_ACTOR);
}

test("a rated library picture, on two instances", async () => {
  const folder = temporaryFolder();
  copyPhotographs(folder);
  const storeLocation = { dataDir: temporaryFolder() };
  const instances = [
    await anInstance(storeLocation, [folder]),
    await anInstance(storeLocation, [folder]),
  ];
  const [one] = instances as [(typeof instances)[0]];
  const id = await idOf(storeLocation, [folder], "nagasaki");
  const placesEverywhere = (safesearch: "strict" | "moderate") =>
    Promise.all(instances.map(({ placesOf }) => placesOf("nagasaki", id, safesearch)));
  expect(await placesEverywhere("strict")).toEqual([EVERYWHERE, EVERYWHERE]);

  await rate(one.moderation, id, "moderate");
  const byLink = ["page", "original"];
  await expect.poll(() => placesEverywhere("strict")).toEqual([byLink, byLink]);
  const moderate = ["/v1/search", "search", "page", "original"];
  expect(await placesEverywhere("moderate")).toEqual([moderate, moderate]);

  await rate(one.moderation, id, "never");
  await expect.poll(() => placesEverywhere("moderate")).toEqual([[], []]);

  await rate(one.moderation, id, null);
  await expect.poll(() => placesEverywhere("strict")).toEqual([EVERYWHERE, EVERYWHERE]);
});

async function idOf(
  storeLocation: StoreLocation,
  libraryDirs: string[],
  q: string,
): Promise<string> {
  const service = serviceOfTest({ ...storeLocation, libraryDirs, demoManifest: null });
  const [found] = await service.find({ q });
  return found?.id ?? "";
}

test("a hidden picture of the demo collection stays hidden after a restart", async () => {
  const storeLocation = { dataDir: temporaryFolder() };
  const first = await anInstance(storeLocation, []);
  const id = await idOfDemo(storeLocation, "sea");
  expect(await first.placesOf("sea", id, "strict")).toContain("search");
  await rate(first.moderation, id, "never");
  await expect.poll(() => first.placesOf("sea", id, "strict")).toEqual([]);
  const second = await anInstance(storeLocation, []);
  await expect.poll(() => second.placesOf("sea", id, "strict")).toEqual([]);
});

async function idOfDemo(storeLocation: StoreLocation, q: string): Promise<string> {
  const [found] = await serviceOfTest(storeLocation).find({ q });
  return found?.id ?? "";
}

test.each([
  { name: "SQLite", newPlace: async () => ({ dataDir: temporaryFolder() }) },
  { name: "PostgreSQL", newPlace: sharedPlace },
])(
  "a hidden remote image leaves cached answers of two instances with $name",
  async ({ newPlace }) => {
    const fixture = await startFixtureService({ key: KEY });
    onTestFinished(() => fixture.stop());
    const storeLocation = await newPlace();
    const galleries = [1, 2].map(() => {
      const { moderation, ratings } = watched(storeLocation, async () => {});
      const gallery = startPaidGallery({
        url: fixture.baseUrl,
        key: KEY,
        dataDir: storeLocation.dataDir,
        state: openState(storeLocation),
        ratings,
      });
      onTestFinished(() => gallery.stop());
      return { ...gallery, moderation };
    });
    const answers = () =>
      Promise.all(galleries.map(({ search }) => search({ q: "sea", count: 10 })));
    const [before] = await answers();
    const [hidden, second] = before?.images ?? [];
    const image = { source: hidden?.imageUrl ?? "", name: "", pageUrl: null };
    const [one] = galleries as [(typeof galleries)[0]];

    await one.moderation.rate(image, "never", AN_ACTOR);
    await expect
      .poll(async () => (await answers()).flatMap(({ images }) => images.map(({ id }) => id)))
      .not.toContain(hidden?.id);
    for (const { images, from } of await answers()) {
      expect(images[0]?.id).toBe(second?.id);
      expect(from).toBe("cache");
    }
    expect(galleries.flatMap(({ calls }) => calls)).toEqual(["ok"]);
  },
);
