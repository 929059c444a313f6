import { expect, test } from "vitest";
import type { Picture } from "@/lib/service/picture";
import { publicUrlsOf } from "@/lib/service/search-endpoint";

const demo: Picture = {
  id: "lighthouse-01",
  collection: "demo",
  name: "Lighthouse",
  keywords: [],
  widthPx: 10,
  heightPx: 10,
  accentColor: "#000000",
  isTransparent: false,
  rating: "strict",
  format: "jpeg",
  revision: "1-1",
  hostUrl: null,
  folder: "",
  fileName: "a.jpg",
  fileBytes: 1,
  takenAt: null,
  camera: null,
  creator: null,
  copyright: null,
  licence: null,
  host: "harbourlight.localhost",
};

test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://vitrine.localhost:3000"])(
  "on this machine (%s), a demo picture's fictional site can be opened",
  (publicUrl) => {
    expect(publicUrlsOf(demo, publicUrl)).toEqual({
      imageUrl: `${publicUrl}/library/lighthouse-01/original`,
      hostUrl: "http://harbourlight.localhost:3000/library/lighthouse-01",
    });
  },
);

test("on other machines it is shown on our own site, which they can reach", () => {
  const { hostUrl } = publicUrlsOf(demo, "https://pictures.example");
  expect(hostUrl).toBe("https://pictures.example/library/lighthouse-01");
});

test("a picture's own source page is kept", () => {
  const found = { ...demo, hostUrl: "https://museum.example/a", host: "museum.example" };
  expect(publicUrlsOf(found, "http://localhost:3000").hostUrl).toBe("https://museum.example/a");
});
