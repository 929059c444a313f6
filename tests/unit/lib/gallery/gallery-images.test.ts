import { expect, test } from "vitest";
import { imageId } from "@/lib/gallery/gallery-images";

test("an id has 22 characters that need no escaping in a URL", () => {
  expect(imageId("https://a.example/1.jpg", "https://a.example/")).toMatch(/^[\w-]{22}$/);
});

test("ids are stable, because links and exports depend on them", () => {
  expect(imageId("https://a.example/1.jpg", "https://a.example/")).toBe("PdsqBcKZ5uFZzS7u5OsCcQ");
});

test("another image, another page or no page gives another id", () => {
  const ids = [
    imageId("https://a.example/1.jpg", "https://a.example/"),
    imageId("https://a.example/2.jpg", "https://a.example/"),
    imageId("https://a.example/1.jpg", "https://b.example/"),
    imageId("https://a.example/1.jpg", null),
    imageId("https://a.example/", "https://a.example/1.jpg"),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test("different pairs of URLs have different ids", () => {
  expect(imageId("a1:b", "c")).not.toBe(imageId("a", "b1:c"));
  expect(imageId("ab", "c")).not.toBe(imageId("a", "bc"));
});
