import { expect, test } from "vitest";
import type { CachedAnswer } from "@/lib/gallery/answer-cache";
import { createRatingFilter } from "@/lib/gallery/rating-filter";
import { anImage } from "@/tests/support/pictures/an-image";

const STRICT = { safesearch: "strict" } as const;
const MODERATE = { safesearch: "moderate" } as const;

function rated(ratings: Record<string, "moderate" | "never">) {
  let version = Object.keys(ratings).length;
  const shown = createRatingFilter({
    version: () => version,
    isShown: (source, safesearch) =>
      ratings[source] === undefined ||
      (ratings[source] === "moderate" && safesearch === "moderate"),
  });
  return {
    shown,
    rate(source: string, rating: "moderate" | "never") {
      ratings[source] = rating;
      version += 1;
    },
  };
}

function anAnswer(): CachedAnswer {
  const images = ["a", "b", "c"].map((id) => anImage({ id, imageUrl: `https://a.example/${id}` }));
  return { images, droppedCount: 0, answeredAtMs: 1, totalCount: 3, heldCount: 3 };
}

const idsOf = ({ images }: CachedAnswer) => images.map(({ id }) => id);

test("hidden images are neither in the answer nor in its counts", () => {
  const { shown } = rated({ "https://a.example/a": "never", "https://a.example/b": "moderate" });
  const strict = shown(anAnswer(), STRICT);
  expect(idsOf(strict)).toEqual(["c"]);
  expect(strict).toMatchObject({ totalCount: 1, heldCount: 1 });
  expect(idsOf(shown(anAnswer(), MODERATE))).toEqual(["b", "c"]);
});

test("a URL's fragment does not make another image", () => {
  const { shown } = rated({ "https://a.example/a": "never" });
  const image = anImage({ imageUrl: "https://a.example/a#detail" });
  expect(shown({ ...anAnswer(), images: [image] }, MODERATE).images).toEqual([]);
});

test("a rating takes effect at once", () => {
  const { shown, rate } = rated({});
  const answer = anAnswer();
  expect(idsOf(shown(answer, STRICT))).toEqual(["a", "b", "c"]);
  rate("https://a.example/b", "never");
  expect(idsOf(shown(answer, STRICT))).toEqual(["a", "c"]);
  expect(idsOf(answer)).toEqual(["a", "b", "c"]);
});
