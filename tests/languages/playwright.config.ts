import { defineConfig } from "@playwright/test";
import { LANGUAGE_TAGS } from "../../lib/contract/languages";
import base, { inLanguage, server } from "../../playwright.config";

const PORT = 3105;

/** The most important journeys in every language, narrow and wide: `npm run test:languages`. */
export default defineConfig({
  ...base,
  outputDir: "../../test-results/languages",
  globalSetup: [],
  testDir: "..",
  projects: LANGUAGE_TAGS.flatMap((locale) =>
    [360, 1280].map((width) => inLanguage(locale, width, PORT)),
  ),
  // Accounts, for one of the journeys.
  webServer: server(PORT, "languages", { VITRINE_SIGN_UP: "open" }),
});
