import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSeal } from "@/lib/platform/sealed-value";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import { AN_ACTOR, anAccount, newApiKey } from "@/tests/support/accounts/accounts";
import { WIDE_PLAN } from "@/tests/support/accounts/key-service";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import {
  type OtherSites,
  otherSites,
  type PickerBrowser,
  pickerBrowser,
  typesAt,
} from "@/tests/support/picker/picker-browser";
import { searchText } from "@/tests/support/servers/picker-installation";

/*
 * Searches that need a press in the picker and a grant, and the renewal of grants, in Chromium: picker.js
 * in a page of another site, and the picker's own connection and searches in its frame.
 */

const ACCOUNT = "account-1";
const SESSION = "abcdefghijklmnopqrstuv";
const OTHER_SESSION = "zzzzzzzzzzzzzzzzzzzzzz";

let sites: OtherSites;
let kit: PickerBrowser;
let page: Page;
let key: string;
/** A search that no test has made before. */
let query: string;
let queryCount = 0;

const plansFile = join(temporaryFolder(), "plans.json");
writeFileSync(plansFile, JSON.stringify({ plans: [WIDE_PLAN] }));

beforeAll(async () => {
  sites = await otherSites();
  kit = await pickerBrowser({
    VITRINE_PICKER_ORIGINS: `${sites.at("cms")},${sites.at("news")}`,
    VITRINE_PICKER_SEARCHES: "signed",
    VITRINE_PLANS_FILE: plansFile,
  });
  await kit.vitrine.accounts.createAccount(anAccount(ACCOUNT, WIDE_PLAN.id), AN_ACTOR);
  key = (await newApiKey(kit.vitrine.apiKeys)).text;
  page = await kit.browser.newPage();
});

beforeEach(() => {
  kit.fixture.searches.length = 0;
  query = searchText(queryCount++);
});

async function grantFor(name: string): Promise<string> {
  const response = await fetch(`${kit.origin}/v1/picker-grants`, {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify({ origin: sites.at(name) }),
  });
  return (await response.json()).grant;
}

/** A grant of ten minutes ago. */
function expiredGrant(): string {
  const secret = () => loadOrCreateSecret(kit.vitrine.config.dataDir, "sessions");
  const { seal } = createSeal<{ keyDigest: null }>({ secret, purpose: "vitrine picker grant" });
  return seal({ keyDigest: null }, { lifetimeMs: -1, boundTo: sites.at("cms") });
}

const usedSearches = async () => (await kit.vitrine.accounts.usage(ACCOUNT, null)).usedThisMonth;

/** How the searches of the picker ended: the look-up of the start query, then each press. */
const searches = () => kit.pickers(page)[0]?.evaluate(() => globalThis.kit.searches);

/** Waits for the picker of the page, and for its button. */
async function pickerButton(): Promise<Locator | undefined> {
  await expect.poll(() => kit.pickers(page).length).toBe(1);
  const button = kit.pickers(page)[0]?.getByRole("button", { name: "Search" });
  await button?.waitFor();
  return button;
}

async function press(): Promise<void> {
  const button = await pickerButton();
  expect(await searches()).toEqual(["search_unconfirmed"]);
  expect(kit.fixture.searches).toEqual([]);
  await button?.click();
}

describe("picker.js", () => {
  /** Calls `pick` with a function that returns these grants in turn, and then fails. */
  async function openWith(...grants: string[]): Promise<void> {
    const call = { callerName: "A program", documentName: "press", query, slots: [{ name: "a" }] };
    const content = `<script type="module">
import { pick } from "${kit.pickerOrigin}/picker.js";
const grants = ${JSON.stringify(grants)};
let count = 0;
const grant = async () => {
  document.title = ++count;
  if (count > grants.length) throw new Error("no grant");
  return grants[count - 1];
};
pick({ ...${JSON.stringify(call)}, grant }).then(
  (images) => { outcome = images.length },
  (error) => { outcome = error.code });
</script><script>var outcome = null</script>`;
    await page.goto(sites.page("cms", content));
  }

  /** How many images `pick` has returned, or the code of its error; null before that. */
  const outcome = () =>
    page.evaluate(() => (globalThis as never as { outcome: number | string | null }).outcome);

  test("a press pays for the start query once, on the account of the grant", async () => {
    await openWith(await grantFor("cms"));
    const before = await usedSearches();
    await press();
    await expect.poll(outcome).toBeGreaterThan(0);
    expect([kit.fixture.searches.length, await page.title()]).toEqual([1, "1"]);
    expect(await usedSearches()).toBe(before + 1);
  });

  test("is asked for a new grant after the first has expired, and the press pays once", async () => {
    await openWith(expiredGrant(), await grantFor("cms"));
    await press();
    await expect.poll(outcome).toBeGreaterThan(0);
    expect([kit.fixture.searches.length, await page.title()]).toEqual([1, "2"]);
  });

  test.each<[string, () => string[]]>([
    ["which has expired too", () => [expiredGrant(), expiredGrant()]],
    ["and fails", () => [expiredGrant()]],
  ])("is asked for a new grant once for each press, %s", async (_, grants) => {
    await openWith(...grants());
    await press();
    await expect.poll(outcome).toBe(0);
    expect([kit.fixture.searches.length, await page.title()]).toEqual([0, "2"]);
  });

  test("fails with `closed` if another page takes the picker's place in its frame", async () => {
    await openWith(await grantFor("cms"));
    await pickerButton();
    await page.evaluate(() => {
      const frame = document.querySelector("iframe");
      if (frame !== null) frame.src = "about:blank";
    });
    await expect.poll(outcome).toBe("closed");
  });
});

describe("no search is spent", () => {
  const message = (type: string, content: object) => ({
    type: `vitrine-picker.${type}`,
    version: 1,
    session: SESSION,
    ...content,
  });
  const opening = () => ({
    origin: sites.at("cms"),
    session: SESSION,
    version: "1",
    mode: "frame",
  });

  /**
   * Opens the picker with an expired grant and a port, as a program without picker.js. `onOpen` is a script
   * that runs after it; the port answers with each message.
   */
  async function attack(answers: readonly object[], onOpen = ""): Promise<void> {
    const call = { callerName: "A program", documentName: "press", slots: [{ name: "a" }], query };
    const open = message("open", { call: { ...call, grant: expiredGrant() } });
    const url = `${kit.pickerOrigin}/picker?${new URLSearchParams(opening())}`;
    const content = `<iframe src="${url.replaceAll("&", "&amp;")}"></iframe><script>
addEventListener("message", ({ data, source: picker }) => {
  if (data.type !== "vitrine-picker.ready") return;
  const { port1: port, port2 } = new MessageChannel();
  port.onmessage = ({ data }) => {
    received.push({ data });
    for (const answer of ${JSON.stringify(answers)}) port.postMessage(answer);
  };
  picker.postMessage(${JSON.stringify(open)}, "${kit.pickerOrigin}", ${answers.length > 0 ? "[port2]" : "[]"});
  ${onOpen}
});
</script>`;
    await page.goto(sites.page("cms", content));
    await press();
    await expect.poll(searches).toEqual(["search_unconfirmed", "picker_search_refused"]);
    expect(kit.fixture.searches).toEqual([]);
  }

  const none = message("grant", {});

  test("with a program that does not know the message, which does not receive it", async () => {
    await attack([]);
    expect(await typesAt(page)).not.toContain("vitrine-picker.grant-wanted");
  });

  test.each<[string, (valid: string) => Promise<object[]>]>([
    ["of another origin", async () => [message("grant", { grant: await grantFor("news") })]],
    ["of another session", async (grant) => [message("grant", { grant, session: OTHER_SESSION })]],
    ["of another type", async (grant) => [message("grants", { grant })]],
    ["with a further field", async (grant) => [message("grant", { grant, isAdmin: true })]],
    ["as text", async (grant) => [grant as never]],
    ["after another answer", async (grant) => [none, message("grant", { grant })]],
  ])("with a grant %s", async (_, answersWith) => {
    await attack(await answersWith(await grantFor("cms")));
    expect(await typesAt(page)).toContain("vitrine-picker.grant-wanted");
  });

  test.each([
    ["before it is asked for", "port.postMessage(grant)"],
    ["to the picker's window", `picker.postMessage(grant, "*")`],
  ])("with a grant that is sent %s", async (_, script) => {
    const grant = message("grant", { grant: await grantFor("cms") });
    await attack([none], `const grant = ${JSON.stringify(grant)}; ${script}`);
  });

  test("with a grant that another site sends to the picker's window", async () => {
    const grant = message("grant", { grant: await grantFor("cms") });
    const inner = sites.page(
      "evil",
      `<script>setInterval(() => parent.frames[0].postMessage(${JSON.stringify(grant)}, "*"), 1)</script>`,
    );
    const frame = `const evil = document.createElement("iframe"); evil.src = "${inner}"; document.documentElement.append(evil)`;
    await attack([none], frame);
  });
});
