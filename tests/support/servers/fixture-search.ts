import { FIXTURE_PICTURES, type FixturePicture } from "../pictures/fixture-pictures";

type Outcome = { status: number; body: object };

/**
 * Answers a search over the fixture's pictures, as the search interface specifies. Image URLs start
 * with `baseUrl`.
 *
 * Deliberately independent of `lib/protocol`, so that the two implementations check each other.
 */
export function fixtureSearch(parameters: URLSearchParams, baseUrl: string): Outcome {
  const q = parameters.get("q");
  const count = parameters.get("count") ?? "24";
  const safesearch = parameters.get("safesearch") ?? "strict";
  const transparent = parameters.get("transparent") ?? "false";
  const site = parameters.get("site");
  const wrong: string[] = [];
  if (q === null || q.trim() === "") wrong.push("q is required");
  if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > 100) {
    wrong.push("count must be 1 to 100");
  }
  if (!["strict", "moderate"].includes(safesearch)) wrong.push("safesearch is not known");
  if (!["true", "false"].includes(transparent)) wrong.push("transparent must be true or false");
  if (site !== null && !/^[a-z0-9.-]+$/i.test(site)) wrong.push("site must be a bare host name");
  if (wrong.length > 0) return { status: 400, body: { error: wrong.join("; ") } };

  const found = FIXTURE_PICTURES.filter(
    (picture) =>
      hasAllTerms(picture, q ?? "") &&
      (safesearch === "moderate" || !picture.isModerate) &&
      (transparent === "false" || !picture.isTransparent) &&
      (site === null || picture.host === site || picture.host.endsWith(`.${site}`)),
  );
  const value = found.slice(0, Number(count)).map((picture) => toItem(picture, baseUrl));
  return { status: 200, body: { name: q, value } };
}

function hasAllTerms(picture: FixturePicture, q: string): boolean {
  const words = `${picture.name} ${picture.keywords}`.toLowerCase().split(/\s+/);
  return q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .every((asked) => words.some((word) => word.startsWith(asked)));
}

function toItem(picture: FixturePicture, baseUrl: string) {
  return {
    imageUrl: `${baseUrl}/images/${picture.id}.png`,
    width: picture.width,
    height: picture.height,
    accentColor: picture.accentColor,
    name: picture.name,
    hostUrl: `https://${picture.host}/found/${picture.id}`,
  };
}
