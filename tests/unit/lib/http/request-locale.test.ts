import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createRequestLocales } from "@/lib/http/request-locale";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { currentLocale } from "@/lib/messages/locale";

afterEach(() => {
  Reflect.deleteProperty(globalThis, "vitrineLocale");
});

/** The language in which a request with these headers is answered. */
function languageFor(
  headers: { cookie?: string; "accept-language"?: string },
  installation: Parameters<typeof createRequestLocales>[0] = "en",
): string {
  let tag = "";
  createRequestLocales(installation)(headers, () => {
    tag = currentLocale().tag;
  });
  return tag;
}

test.each([
  ["de", "de"],
  ["de-CH", "de"],
  ["fr-CA;q=0.8, ja;q=0.9", "ja"],
  ["nl, es;q=0.5", "es"],
  ["nl", "en"],
  ["*", "en"],
  ["en-XA", "en"],
  ["", "en"],
  ["\u0000,;;q=x", "en"],
])("for the browser's languages %j it is %s", (accept, expected) => {
  expect(languageFor({ "accept-language": accept })).toBe(expected);
});

test("the visitor's choice comes first, if it is a language of ours", () => {
  const accept = { "accept-language": "de" };
  expect(languageFor({ ...accept, cookie: "theme=dark; vitrine-lang=ar" })).toBe("ar");
  for (const cookie of [
    "vitrine-lang=pseudo",
    "vitrine-lang=xx",
    "vitrine-lang=",
    "lang=fr",
    "theme=vitrine-lang=fr",
  ]) {
    expect([cookie, languageFor({ ...accept, cookie })]).toEqual([cookie, "de"]);
  }
});

test("a browser that asks for none of ours, or for nothing, gets the installation's", () => {
  expect(languageFor({}, "fr")).toBe("fr");
  expect(languageFor({ "accept-language": "nl" }, "fr")).toBe("fr");
  expect(languageFor({ "accept-language": "en-GB" }, "fr")).toBe("en");
  expect(languageFor({ "accept-language": "en-XA" }, "pseudo")).toBe("en-XA");
});

test("requests that are answered side by side keep their languages", async () => {
  const inLocaleOf = createRequestLocales("en");
  const texts: Record<string, Promise<string>> = {};
  for (const language of ["de", "fr", "ja", "en"]) {
    inLocaleOf({ "accept-language": language }, () => {
      texts[language] = (async () => {
        for (let turn = 0; turn < 5; turn++) await wait(1);
        return resultsMessages("library");
      })();
    });
  }
  expect(currentLocale().tag).toBe("en");
  const shown = await Promise.all(Object.values(texts));
  expect(new Set(shown).size).toBe(4);
  expect(await texts.en).toBe("Your library");
});
