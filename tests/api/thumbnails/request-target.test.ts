import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { thumbnailEndpoint } from "@/lib/thumbnails/thumbnail-endpoint";
import { photographPath } from "@/tests/support/pictures/photographs";
import {
  signed,
  type TestThumbnails,
  thumbnailsInTest,
} from "@/tests/support/pictures/thumbnails-in-test";
import { askRaw, statusOf } from "@/tests/support/requests/raw-request";
import { type OpenFrontDoor, openFrontDoor } from "@/tests/support/servers/open-front-door";

const PHOTOGRAPH = readFileSync(photographPath("march-pastoral"));

let door: OpenFrontDoor;
let thumbnails: TestThumbnails;

beforeAll(async () => {
  thumbnails = thumbnailsInTest({ readLibraryImage: async () => PHOTOGRAPH });
  door = await openFrontDoor([thumbnailEndpoint(thumbnails)], {
    publicUrl: "http://vitrine.example",
  });
});
afterAll(async () => {
  await door.close();
  await thumbnails.dispose();
});

async function statusOfTarget(target: string): Promise<number | null> {
  const head = `GET ${target} HTTP/1.1\r\nHost: vitrine.example\r\nConnection: close\r\n\r\n`;
  return statusOf(await askRaw(door.origin, head));
}

test("only the exact URL is answered, not spellings that normalise to it", async () => {
  const url = signed(thumbnails, "lib:one");
  expect(await statusOfTarget(url)).toBe(200);
  for (const spelling of [
    `${url}?`,
    `${url}?nxtPaddress=1`,
    `/thumb/..${url}`,
    `/thumb/%2e%2e${url}`,
    url.replace("/thumb/", "/thumb/./"),
    url.replace("/thumb/", "/./thumb/"),
    `/api/../api/..${url}`,
    url.replace(/\/320$/, "\\320"),
    `http://vitrine.example${url}`,
  ]) {
    const status = await statusOfTarget(spelling);
    expect([spelling, [400, 403, 404].includes(status ?? 0)]).toEqual([spelling, true]);
  }
});
