import { expect, test } from "vitest";
import { readSearchParameters } from "@/lib/service/api/read-search-parameters";

test("every problem is reported at once", () => {
  const text = "count=0&safesearch=off&transparent=yes&site=a/b&__proto__=1&count=1";
  expect(() => readSearchParameters(text)).toThrow(
    expect.objectContaining({
      code: "invalid_query",
      problems: [
        { path: "count", code: "repeated" },
        { path: "__proto__", code: "unknown_parameter" },
        { path: "q", code: "missing_q" },
        { path: "count", code: "invalid_count", params: { max: 100 } },
        { path: "safesearch", code: "invalid_safesearch" },
        { path: "transparent", code: "invalid_transparent" },
        { path: "site", code: "invalid_site" },
      ],
    }),
  );
});

test("an empty site is a problem", () => {
  expect(() => readSearchParameters("q=sea&site=")).toThrow("malformed");
});

test("a query string that is not UTF-8 is a problem; a bare % is not", () => {
  for (const text of ["?q=%ff", "?q=sea%C3&count=3", "?q=%ED%A0%80"]) {
    expect(() => readSearchParameters(text)).toThrow("not UTF-8");
  }
  expect(readSearchParameters("?q=100%").query.q).toBe("100%");
  expect(readSearchParameters("?q=caf%C3%A9+%EF%BF%BD").query.q).toBe("café \uFFFD");
});
