import { expect, test } from "vitest";
import { languageEndpoint, settingsEndpoint } from "@/lib/gallery/settings-form";
import { createNotices } from "@/lib/web/notices";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "../support/servers/application";

const notices = createNotices({ secret: () => "a secret", isSecure: false });
const FIELDS = {
  lang: "de",
  theme: "dark",
  density: "large",
  pictures: "click",
  blur: "on",
  safesearch: "moderate",
  count: "50",
};

async function save(fields: Record<string, string>, { origin = "https://gallery.example" } = {}) {
  const application = applicationOf([settingsEndpoint({ notices, isSecure: true })]);
  const response = await ask(application, "/api/settings", { fields, headers: { origin } });
  const [lang, theme, density, pictures, blur, filters] = response.headers.getSetCookie();
  return { response, lang, theme, density, pictures, blur, filters };
}

test("each setting is in a cookie of its own", async () => {
  const { response, lang, theme, density, pictures, blur, filters } = await save({
    ...FIELDS,
    transparent: "true",
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/settings"]);
  const attributes = "; Path=/; Max-Age=31536000; SameSite=Lax; Secure";
  expect(lang).toBe(`vitrine-lang=de${attributes}`);
  expect(theme).toBe(`theme=dark${attributes}`);
  expect(density).toBe(`density=large${attributes}`);
  expect(pictures).toBe(`pictures=click${attributes}`);
  expect(blur).toBe(`blur=on${attributes}`);
  expect(filters).toBe(`filters=count=50&safesearch=moderate&transparent=true${attributes}`);
});

test("a default has no cookie", async () => {
  const { lang, theme, density, pictures, blur, filters } = await save({
    lang: "browser",
    theme: "system",
    density: "normal",
    pictures: "server",
    count: "24",
  });
  for (const cookie of [lang, theme, density, pictures, blur, filters])
    expect(cookie).toMatch(/^[\w-]+=; .*Max-Age=0/);
});

test.each([
  { ...FIELDS, lang: "xx" },
  { ...FIELDS, lang: "pseudo" },
  { ...FIELDS, theme: "red; Path=/" },
  { ...FIELDS, density: "huge" },
  { ...FIELDS, pictures: "none" },
  { ...FIELDS, blur: "1; Path=/" },
  { ...FIELDS, safesearch: "off" },
  { ...FIELDS, count: "999" },
  { theme: "dark" },
])("fields of no form of ours are refused: %o", async (fields) => {
  expect((await save(fields as Record<string, string>)).response.status).toBe(400);
});

test("a page of another site changes nothing", async () => {
  const { response } = await save(FIELDS, { origin: "https://other.example" });
  expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
});

async function switchTo(lang: string, referer: string | null) {
  const application = applicationOf([languageEndpoint({ isSecure: false })]);
  const origin = "https://gallery.example";
  const headers = { origin, ...(referer !== null && { referer }) };
  return ask(application, "/api/settings/language", { fields: { lang }, headers });
}

test.each([
  ["https://gallery.example/search?q=sea%20shell&count=50", "/search?q=sea%20shell&count=50"],
  ["https://gallery.example/", "/"],
  ["https://gallery.example//other.example/", "/"],
  ["no URL", "/"],
  [null, "/"],
])("the language switch of %s leads back to it", async (referer, expected) => {
  const response = await switchTo("ar", referer);
  expect([response.status, response.headers.get("location")]).toEqual([303, expected]);
  const [cookie] = response.headers.getSetCookie();
  expect(cookie).toBe("vitrine-lang=ar; Path=/; Max-Age=31536000; SameSite=Lax");
});

test("the language switch refuses other languages", async () => {
  expect((await switchTo("pseudo", null)).status).toBe(400);
});
