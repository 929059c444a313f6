/** One picture of the fixture service. */
export type FixturePicture = {
  id: string;
  name: string;
  keywords: string;
  width: number;
  height: number;
  accentColor: string;
  isTransparent: boolean;
  isModerate: boolean;
  host: string;
};

const SCENES = [
  ["Fishing boats in a quiet harbour", "sea coast village"],
  ["Lighthouse above the breakers", "sea coast storm"],
  ["Sailing boat far from land", "sea horizon blue"],
  ["Gulls over the pier", "sea birds coast"],
  ["Tide pools between black rocks", "sea shore"],
  ["Ferry leaving the island", "sea travel"],
  ["Mountain lake below the glacier", "alps water"],
  ["Red barn beside a field of rye", "farm country"],
  ["Tulips in long straight rows", "flowers garden"],
  ["Tram in a narrow street", "city rain"],
  ["Pears in a blue bowl", "still life fruit"],
  ["Owl on a fence post", "birds night"],
] as const;

const HOURS = ["at dawn", "at noon", "at dusk", "at night"] as const;

const HOSTS = [
  "harbour.example",
  "photos.harbour.example",
  "museum.example",
  "notharbour.example",
] as const;

const SIZES = [
  [1600, 1067],
  [1200, 1600],
  [1920, 1080],
  [1400, 1400],
  [2400, 1000],
] as const;

const COLOURS = ["#27506b", "#b0532f", "#d9c7a3", "#3f6b45", "#6d4a7c", "#1d2430", "#c98a1b"];

/** 48 pictures: each scene at each hour; hosts, sizes, colours and filters are assigned in turn. */
export const FIXTURE_PICTURES: readonly FixturePicture[] = SCENES.flatMap(
  ([scene, keywords], row) =>
    HOURS.map((hour, column): FixturePicture => {
      const index = row * HOURS.length + column;
      const [width, height] = dealt(SIZES, index);
      return {
        id: `picture-${index + 1}`,
        name: `${scene} ${hour}`,
        keywords,
        width,
        height,
        accentColor: dealt(COLOURS, index),
        isTransparent: index % 5 === 1,
        isModerate: index % 7 === 2,
        host: dealt(HOSTS, index + row),
      };
    }),
);

function dealt<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}
