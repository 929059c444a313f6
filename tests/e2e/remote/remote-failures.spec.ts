import { expect, test } from "@playwright/test";
import { ERRORS } from "../../../lib/contract/errors";
import { failureText } from "../../../lib/messages/failure-text";
import { type Installation, startInstallation } from "../support/installation";
import { REMOTE_FAILURES } from "../support/remote-failures";
import { FIXTURE_KEY, FIXTURE_PORT } from "../support/start-fixture";

// One failure with the service's words, one with its markup, one without words. The codes of all
// failures: tests/api/search-failures.test.ts. A failure may pause the service, so each test has
// its own server.
for (const words of ["quota spent", "broken inside", "garbage answer"] as const) {
  const { code, said } = REMOTE_FAILURES[words];
  const { status } = ERRORS[code];
  const { title } = failureText(code);

  test(`"${words}": the page and the API show the error of the table`, async ({ browser }) => {
    const installation: Installation = await startInstallation({
      SEARCH_API_URL: `http://127.0.0.1:${FIXTURE_PORT}`,
      SEARCH_API_KEY: FIXTURE_KEY,
    });
    try {
      const page = await browser.newPage();
      await page.goto(`${installation.address}/search?q=${encodeURIComponent(words)}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      if (said !== null) await expect(page.getByRole("blockquote")).toContainText(said);

      const path = `/api/search?q=${encodeURIComponent(words)}`;
      const response = await page.request.get(installation.address + path, {
        headers: { "user-agent": "a program" },
      });
      expect(response.status()).toBe(status);
      expect((await response.json()).error.code).toBe(code);
      await page.close();
    } finally {
      await installation.stop();
    }
  });
}
