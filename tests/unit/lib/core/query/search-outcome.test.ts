import { expect, test } from "vitest";
import { readAsked, repairedQuery, writtenFields } from "@/lib/core/query/search-outcome";

const parameters = (text: string) => new URLSearchParams(text);

test.each(["", "q=", "q=%20%20", "count=50"])("'%s' is not a search", (text) => {
  expect(readAsked(parameters(text))).toEqual({ kind: "nothing" });
});

test("a page URL may have parameters besides the search", () => {
  expect(readAsked(parameters("q=sea&image=abc&utm=1")).kind).toBe("query");
});

test("a repaired query keeps the valid parameters and drops the others", () => {
  const address = parameters("q=sea&count=9999&transparent=true&safesearch=none");
  const asked = readAsked(address);
  const problems = asked.kind === "invalid" ? asked.problems : [];
  expect(problems.map(({ path }) => path)).toEqual(["count", "safesearch"]);
  expect(repairedQuery(address, problems)).toEqual({
    q: "sea",
    count: 24,
    safesearch: "strict",
    transparent: true,
    site: null,
  });
});

test("a query with an invalid search text cannot be repaired, but the form keeps the text", () => {
  const address = parameters(`q=${"x".repeat(201)}`);
  const asked = readAsked(address);
  expect(repairedQuery(address, asked.kind === "invalid" ? asked.problems : [])).toBeNull();
  expect(writtenFields(address).q).toHaveLength(201);
});

test("an invalid site stays in its form field", () => {
  expect(writtenFields(parameters("q=sea&site=two+words")).site).toBe("two words");
});
