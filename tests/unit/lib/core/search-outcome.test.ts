import { expect, test } from "vitest";
import { readAsked, repairedQuery, writtenFields } from "@/lib/core/search-outcome";

const parameters = (text: string) => new URLSearchParams(text);

test.each(["", "q=", "q=%20%20", "count=50"])("'%s' asks nothing yet", (text) => {
  expect(readAsked(parameters(text))).toEqual({ kind: "nothing" });
});

test("a page's address may carry more than its search", () => {
  expect(readAsked(parameters("q=sea&image=abc&utm=1")).kind).toBe("query");
});

test("what is readable of an address is left when the rest is taken away", () => {
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

test("without readable words nothing can be repaired, but the words are kept", () => {
  const address = parameters(`q=${"x".repeat(201)}`);
  const asked = readAsked(address);
  expect(repairedQuery(address, asked.kind === "invalid" ? asked.problems : [])).toBeNull();
  expect(writtenFields(address).q).toHaveLength(201);
});

test("an unreadable site stays in its field", () => {
  expect(writtenFields(parameters("q=sea&site=two+words")).site).toBe("two words");
});
