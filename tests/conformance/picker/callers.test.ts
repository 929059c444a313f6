import { describe, expect, test } from "vitest";
import { parseConfig } from "@/lib/config";
import { readOrigin, readPickerCaller } from "@/lib/picker/caller";

const CMS = "https://cms.example";
const LISTED = [CMS, "https://news.example:8443", "http://localhost:4000"];
const SESSION = "abcdefghijklmnopqrstuv";

function read(changes: Record<string, string | null>, origins = LISTED) {
  const parameters = new URLSearchParams({
    origin: CMS,
    session: SESSION,
    version: "1",
    mode: "frame",
  });
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  return readPickerCaller(parameters, origins);
}

test.each(LISTED)("a listed origin may open the picker: %s", (origin) => {
  expect(read({ origin })).toEqual({ kind: "caller", origin, session: SESSION, mode: "frame" });
});

describe("receives the reason, as it is not listed:", () => {
  test.each([
    ["another host", "https://evil.example"],
    ["a suffix", "https://cms.example.evil.example"],
    ["a prefix", "https://evilcms.example"],
    ["a subdomain", "https://www.cms.example"],
    ["the parent domain", "https://example"],
    ["another port", "https://cms.example:444"],
    ["another scheme", "http://cms.example"],
    ["a final dot", "https://cms.example."],
    ["a look-alike in Cyrillic", new URL("https://сms.example").origin],
    ["an underscore", "https://cms_.example"],
  ])("%s", (_, origin) => {
    const claimed = { origin, session: SESSION, mode: "frame" };
    expect(read({ origin })).toEqual({ kind: "refused", reason: "origin", claimed });
  });

  test("any origin of an installation that lists none", () => {
    expect(read({}, [])).toMatchObject({ kind: "refused", reason: "origin" });
  });
});

describe("names no page, so none receives the reason:", () => {
  test.each([
    ["null", "null"],
    ["nothing", ""],
    ["a star", "*"],
    ["every https page", "https:"],
    ["a wildcard", "https://*.example"],
    ["a port wildcard", "https://cms.example:*"],
    ["a path", "https://cms.example/admin"],
    ["a final slash", "https://cms.example/"],
    ["a query", "https://cms.example?"],
    ["a fragment", "https://cms.example#"],
    ["a user", "https://cms.example@evil.example"],
    ["an empty user", "https://@cms.example"],
    ["capitals", "https://CMS.example"],
    ["a default port", "https://cms.example:443"],
    ["an international name as written", "https://bücher.example"],
    ["full-width letters", "https://ｃｍｓ.example"],
    ["a second source of the policy", "https://cms.example https://evil.example"],
    ["a second directive", "https://cms.example;script-src *"],
    ["a second origin", "https://cms.example,https://evil.example"],
    ["a line break", "https://cms.example\n"],
    ["a tab inside", "https://cms\t.example"],
    ["a backslash", "https:\\\\cms.example"],
    ["no slashes", "https:cms.example"],
    ["an IPv6 address", "http://[::1]:4000"],
    ["a file", "file://"],
    ["a data URL", "data:text/html,hello"],
    ["a blob of a listed page", "blob:https://cms.example/1"],
    ["a script", "javascript:alert(1)"],
    ["an extension", "chrome-extension://abcdefghijklmnop"],
    ["another scheme", "ftp://cms.example"],
    ["quotes", "https://cms.example\"'"],
    ["a name longer than any host's", `https://${"a".repeat(400)}`],
  ])("%s", (_, origin) => {
    expect(read({ origin })).toEqual({ kind: "refused", reason: "call", claimed: null });
  });

  test.each([
    ["a short nonce", { session: "abc" }],
    ["a nonce with markup", { session: "</script><script>alert(1)//" }],
    ["no nonce", { session: null }],
    ["another mode", { mode: "embed" }],
    ["no mode", { mode: null }],
  ])("%s", (_, changes) => {
    expect(read(changes)).toEqual({ kind: "refused", reason: "call", claimed: null });
  });

  test("a parameter that is repeated", () => {
    const parameters = new URLSearchParams(
      `origin=https://evil.example&origin=${CMS}&session=${SESSION}&version=1&mode=frame`,
    );
    expect(readPickerCaller(parameters, LISTED)).toMatchObject({ reason: "call", claimed: null });
  });
});

describe("a page with another version receives the reason:", () => {
  test.each(["0", "2", "1.0", "01", "1e0", "", "one", "9".repeat(40)])("%s", (version) => {
    expect(read({ version })).toMatchObject({ reason: "version", claimed: { origin: CMS } });
  });
});

describe("VITRINE_PICKER_ORIGINS", () => {
  const origins = (text: string, publicUrl = "https://pictures.example") =>
    parseConfig({ VITRINE_PICKER_ORIGINS: text, VITRINE_PUBLIC_URL: publicUrl }).pickerOrigins;

  test("is a list of origins, as browsers write them", () => {
    expect(
      origins("https://CMS.example/, https://bücher.example:443,http://localhost:4000"),
    ).toEqual(["https://cms.example", "https://xn--bcher-kva.example", "http://localhost:4000"]);
    expect(parseConfig({}).pickerOrigins).toEqual([]);
  });

  test("has http origins of other machines only beside an http installation", () => {
    expect(origins("http://cms.lan", "http://nas:3000")).toEqual(["http://cms.lan"]);
    expect(() => origins("http://cms.lan")).toThrow("VITRINE_PICKER_ORIGINS: https origins");
  });

  test.each([
    "*",
    "https://*.example",
    "cms.example",
    "https://cms.example/admin",
    "null",
    "file:",
  ])("refuses %s", (text) => {
    expect(readOrigin(text)).toBeNull();
    expect(() => origins(text)).toThrow("VITRINE_PICKER_ORIGINS: origins such as");
  });
});
