import { expect, test } from "vitest";
import { imageId } from "@/lib/gallery/found-images";

test("an id is 22 characters that need no escaping in an address", () => {
  expect(imageId("https://a.example/1.jpg", "https://a.example/")).toMatch(/^[\w-]{22}$/);
});

test("ids stay what they are: links and exports hang on them", () => {
  expect(imageId("https://a.example/1.jpg", "https://a.example/")).toBe("PdsqBcKZ5uFZzS7u5OsCcQ");
});

test("another image, another page or no page is another id", () => {
  const ids = [
    imageId("https://a.example/1.jpg", "https://a.example/"),
    imageId("https://a.example/2.jpg", "https://a.example/"),
    imageId("https://a.example/1.jpg", "https://b.example/"),
    imageId("https://a.example/1.jpg", null),
    imageId("https://a.example/", "https://a.example/1.jpg"),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test("no two pairs of addresses are hashed as one text", () => {
  expect(imageId("a1:b", "c")).not.toBe(imageId("a", "b1:c"));
  expect(imageId("ab", "c")).not.toBe(imageId("a", "bc"));
});
