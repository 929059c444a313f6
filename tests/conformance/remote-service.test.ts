import { describe, test } from "vitest";
import { describeInterface } from "./interface-suite";

// Costs about ten searches of the plan, so it runs only if a key is set (`npm run test:live`).
const { SEARCH_API_URL: url, SEARCH_API_KEY: key } = process.env;

if (url !== undefined && key !== undefined) {
  describeInterface({
    name: "the remote service",
    start: async () => ({ baseUrl: url.replace(/\/+$/, ""), key, stop: async () => {} }),
    query: "sea",
    pictures: null,
  });
} else {
  describe("the search interface of the remote service", () => {
    test.skip("needs SEARCH_API_URL and SEARCH_API_KEY", () => {});
  });
}
