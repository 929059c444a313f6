import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Frame, Page } from "playwright";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CALL_CHARACTERS_MAX, type Picked, type PickerMode } from "@/lib/contract/picker";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import {
  type OtherSites,
  otherSites,
  type PickerBrowser,
  pickerBrowser,
  RECORDER,
  receivedAt,
  typesAt,
} from "@/tests/support/picker/picker-browser";
import { FIXTURE_PICTURES } from "@/tests/support/pictures/fixture-pictures";
import { searchText } from "@/tests/support/servers/picker-installation";

/*
 * Other programs and attackers against the picker, in Chromium, with origins that differ in port and
 * host name. The server is the whole program; the picker's page has its headers and its connection to
 * the caller, and answers each call at once with a paid search and all its images
 * (tests/support/picker/kit-page.ts). No attack may get an image or spend a search.
 */

const SESSION = "abcdefghijklmnopqrstuv";
const OTHER_SESSION = "zzzzzzzzzzzzzzzzzzzzzz";

let sites: OtherSites;
let kit: PickerBrowser;
let context: BrowserContext;
let page: Page;
/** A search that no test has made before. */
let query: string;
let queryCount = 0;

beforeAll(async () => {
  sites = await otherSites();
  kit = await pickerBrowser({
    VITRINE_PICKER_ORIGINS: `${sites.at("cms")},${sites.at("news")}`,
  });
  context = await kit.browser.newContext();
  page = await context.newPage();
});

beforeEach(() => {
  kit.fixture.searches.length = 0;
  query = searchText(queryCount++);
});

// One page for all tests, because opening one takes as long as a test.
afterEach(async () => {
  const [, ...popups] = context.pages();
  await Promise.all(popups.map((popup) => popup.close()));
});

type Opening = { origin?: string; session?: string; version?: string; mode?: PickerMode };

/** The URL with which a page of `cms` opens the picker. */
function pickerUrl(changes: Opening = {}): string {
  const opening = { origin: sites.at("cms"), session: SESSION, version: "1", mode: "frame" };
  return `${kit.pickerOrigin}/picker?${new URLSearchParams({ ...opening, ...changes })}`;
}

const frameOf = (changes: Opening = {}, attributes = "") =>
  `<iframe ${attributes} src="${pickerUrl(changes).replaceAll("&", "&amp;")}"></iframe>`;

const openMessage = (changes: object = {}) => ({
  type: "vitrine-picker.open",
  version: 1,
  session: SESSION,
  call: { callerName: "A program", slots: [{ name: "a", count: 50 }], query },
  ...changes,
});

/** A script that answers `ready` with messages, as picker.js does. */
const answeringWith = (...messages: object[]) => `<script>
addEventListener("message", ({ data, source }) => {
  if (data.type !== "vitrine-picker.ready") return;
  for (const message of ${JSON.stringify(messages)}) source.postMessage(message, "${kit.pickerOrigin}");
});
</script>`;

/** The only picker of a page, once it runs. */
async function pickerIn(opened: Page): Promise<Frame> {
  await expect.poll(() => kit.pickers(opened).length).toBe(1);
  const [frame] = kit.pickers(opened);
  if (frame === undefined) throw new Error("no picker");
  await frame.waitForFunction(() => globalThis.kit !== undefined);
  return frame;
}

const callsOf = (picker: Frame) => picker.evaluate(() => globalThis.kit.calls.length);
const refusalsOf = (picker: Frame) => picker.evaluate(() => globalThis.kit.refusals);

/** Waits until `count` messages have reached the picker. */
async function reached(picker: Frame, count: number): Promise<void> {
  await picker.waitForFunction((min) => globalThis.kit.messageCount >= min, count);
}

async function expectNothing(...receivers: (Page | Frame)[]): Promise<void> {
  expect(kit.fixture.searches).toEqual([]);
  for (const receiver of receivers) {
    expect(await typesAt(receiver)).not.toContain("vitrine-picker.picked");
  }
}

/** The picker has got a message, and ignored it. */
async function expectIgnored(picker: Frame, ...receivers: (Page | Frame)[]): Promise<void> {
  await reached(picker, 1);
  expect(await callsOf(picker)).toBe(0);
  await expectNothing(...receivers);
}

/** Opens a pop-up by a press, and returns its page. */
async function popupOf(opened: Page): Promise<Page> {
  const [popup] = await Promise.all([opened.waitForEvent("popup"), opened.click("button")]);
  return popup;
}

const popupButton = (changes: Opening) =>
  `<button onclick="opened = open('${pickerUrl({ mode: "popup", ...changes })}', '_blank', 'popup')"></button>`;

describe("a listed page gets its images, for one search,", () => {
  async function expectPicked(receiver: Page | Frame): Promise<void> {
    await expect.poll(() => typesAt(receiver)).toContain("vitrine-picker.picked");
    const imageCounts = (await receivedAt(receiver)).map(({ imageCount }) => imageCount);
    expect(Math.max(...imageCounts)).toBeGreaterThan(0);
    expect(kit.fixture.searches).toHaveLength(1);
  }

  test("in a frame", async () => {
    await page.goto(sites.page("cms", frameOf() + answeringWith(openMessage())));
    await expectPicked(page);
  });

  test("in a frame of a frame of its own", async () => {
    const inner = sites.page("cms", frameOf() + answeringWith(openMessage()));
    await page.goto(sites.page("cms", `<iframe src="${inner}"></iframe>`));
    await expect.poll(() => page.frames().length).toBe(3);
    await expectPicked(page.frames().find((frame) => frame.url() === inner) as Frame);
  });

  test("in a document that its script wrote", async () => {
    const inner = RECORDER + frameOf() + answeringWith(openMessage());
    const srcdoc = inner.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    await page.goto(sites.page("cms", `<iframe srcdoc="${srcdoc}"></iframe>`));
    await expect.poll(() => page.frames().length).toBe(3);
    await expectPicked(page.frames()[1] as Frame);
  });

  test("in a pop-up", async () => {
    const content = popupButton({}) + answeringWith(openMessage());
    await page.goto(sites.page("cms", content));
    await popupOf(page);
    await expectPicked(page);
  });

  test("by redirect", async () => {
    const returnUrl = sites.page("cms", "");
    await page.goto(`${pickerUrl({ mode: "redirect" })}#${fragmentOf({ returnUrl })}`);
    await page.waitForURL(`${returnUrl}#vitrine-picker=*`);
    const answer = Buffer.from(page.url().split("=")[1] ?? "", "base64url").toString();
    const { type, session, images } = JSON.parse(answer);
    expect([type, session, images.length > 0]).toEqual(["vitrine-picker.picked", SESSION, true]);
    expect(kit.fixture.searches).toHaveLength(1);
  });

  test("with the original in a file of its own for each slot, and crops of its real size", async () => {
    const imageUrl = `${kit.fixture.baseUrl}/images/picture-1.png`;
    // Half of its size.
    const value = [{ imageUrl, width: 800, height: 534, name: "Boats" }];
    kit.fixture.answerTo(query.replaceAll("+", " "), { body: { name: query, value } });
    const slots = [{ name: "hero", width: 400, height: 225 }, { name: "side" }];
    const call = { callerName: "A program", originals: "bytes", slots, query };
    await page.goto(sites.page("cms", frameOf() + answeringWith(openMessage({ call }))));
    await expectPicked(page);
    const picked = await page.evaluate(() => {
      const { received } = globalThis as never as { received: { data: { images?: Picked[] } }[] };
      const images = received.flatMap(({ data }) => data.images ?? []);
      return Promise.all(
        images.map(async ({ width, height, crop, provenance, original }) => {
          const file = original?.kind === "bytes" ? (original.file as File) : new File([], "");
          const bytes = new Uint8Array(await file.arrayBuffer());
          const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
          const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
          const isWhole = sha256 === provenance.sha256;
          return {
            width,
            height,
            crop,
            name: file.name,
            type: file.type,
            bytes: bytes.length,
            isWhole,
          };
        }),
      );
    });
    const { byteLength } = await (await fetch(imageUrl)).arrayBuffer();
    const whole = {
      width: 1600,
      height: 1067,
      type: "image/png",
      bytes: byteLength,
      isWhole: true,
    };
    expect(picked).toEqual([
      { ...whole, name: "hero.png", crop: { x: 0, y: 84, width: 1600, height: 900 } },
      { ...whole, name: "side.png", crop: null },
    ]);
  });

  test("in two pickers at once, each in its own session", async () => {
    const sessions = [SESSION, OTHER_SESSION];
    const frames = sessions.map((session) => frameOf({ session })).join("");
    // Both messages go to both pickers.
    const messages = sessions.map((session) => openMessage({ session }));
    await page.goto(sites.page("cms", frames + answeringWith(...messages)));
    const pickedIn = async () =>
      (await receivedAt(page))
        .filter(({ type }) => type === "vitrine-picker.picked")
        .map(({ session }) => session)
        .sort();
    await expect.poll(pickedIn).toEqual(sessions);
    for (const picker of kit.pickers(page)) expect(await callsOf(picker)).toBe(1);
  });

  test("after 10,000 messages of another session, and once for 10,000 calls", async () => {
    await page.goto(
      sites.page(
        "cms",
        `${frameOf()}<script>
addEventListener("message", ({ data, source }) => {
  if (data.type !== "vitrine-picker.ready") return;
  const post = (message) => source.postMessage(message, "${kit.pickerOrigin}");
  for (let i = 0; i < 10_000; i += 1) post(${JSON.stringify(openMessage({ session: OTHER_SESSION }))});
  for (let i = 0; i < 10_000; i += 1) post(${JSON.stringify(openMessage())});
});
</script>`,
      ),
    );
    const picker = await pickerIn(page);
    await reached(picker, 20_000);
    await expectPicked(page);
    expect(await callsOf(picker)).toBe(1);
    expect((await typesAt(page)).filter((type) => type === "vitrine-picker.picked")).toHaveLength(
      1,
    );
  });
});

function fragmentOf(changes: object): string {
  return Buffer.from(JSON.stringify(openMessage(changes))).toString("base64url");
}

test("the picker finds out from thumbnails which images have transparent pixels", async () => {
  const found = FIXTURE_PICTURES.slice(0, 3);
  const value = found.map(({ id, name, width, height }) => {
    return { imageUrl: `${kit.fixture.baseUrl}/images/${id}.png`, name, width, height };
  });
  kit.fixture.answerTo(query.replaceAll("+", " "), { body: { name: query, value } });
  await page.goto(sites.page("cms", frameOf() + answeringWith(openMessage())));
  const picker = await pickerIn(page);
  await expect.poll(() => typesAt(page)).toContain("vitrine-picker.picked");
  expect(await picker.evaluate(() => globalThis.kit.transparent())).toEqual(
    found.filter(({ isTransparent }) => isTransparent).map(({ name }) => name),
  );
});

describe("the browser does not show the picker", () => {
  const attacks: Record<string, () => Promise<string> | string> = {
    "in another site that claims the listed origin": () => sites.page("evil", frameOf()),
    "in a suffix look-alike": () => sites.page("cms.localhost.evil", frameOf()),
    "in a prefix look-alike": () => sites.page("evilcms", frameOf()),
    "in a subdomain": () => sites.page("www.cms", frameOf()),
    "in the same host at another port": async () => {
      const elsewhere = await otherSites();
      return elsewhere.page("cms", frameOf());
    },
    "in another listed page": () => sites.page("news", frameOf()),
    "in a listed page that another site embeds": () =>
      sites.page("evil", `<iframe src="${sites.page("cms", frameOf())}"></iframe>`),
    "in a listed page that another listed page embeds": () =>
      sites.page("news", `<iframe src="${sites.page("cms", frameOf())}"></iframe>`),
    "in a sandboxed listed page": () =>
      sites.page("cms", frameOf(), { "content-security-policy": "sandbox allow-scripts" }),
    "in a sandboxed frame of a listed page": () => {
      const inner = sites.page("cms", frameOf());
      return sites.page("cms", `<iframe sandbox="allow-scripts" src="${inner}"></iframe>`);
    },
    "in a data: URL": () =>
      sites.page("cms", `<iframe src="data:text/html,${encodeURIComponent(frameOf())}"></iframe>`),
    "in a blob: URL of another site": () =>
      sites.page(
        "evil",
        `<script>
const blob = new Blob([${JSON.stringify(frameOf())}], { type: "text/html" });
const frame = document.createElement("iframe");
frame.src = URL.createObjectURL(blob);
document.documentElement.append(frame);
</script>`,
      ),
    "in a document that another site's script wrote": () =>
      sites.page("evil", `<iframe srcdoc="${frameOf().replaceAll('"', "'")}"></iframe>`),
    "in a file": () => {
      const path = join(temporaryFolder(), "attack.html");
      writeFileSync(path, RECORDER + frameOf());
      return pathToFileURL(path).href;
    },
    "in an object element of another site": () =>
      sites.page("evil", `<object data="${pickerUrl()}"></object>`),
    "in a page that isolates itself": () =>
      sites.page("cms", frameOf(), { "cross-origin-embedder-policy": "require-corp" }),
    "in a frame of the mode pop-up": () => sites.page("cms", frameOf({ mode: "popup" })),
    "in a frame of the mode redirect": () => sites.page("cms", frameOf({ mode: "redirect" })),
    "with null as its origin": () =>
      sites.page("cms", frameOf({ origin: "null" }), {
        "content-security-policy": "sandbox allow-scripts",
      }),
  };

  test.each(Object.entries(attacks))("%s", async (_, attack) => {
    const url = await attack();
    // The init script stays for the life of a page.
    const attacker = await context.newPage();
    // The message of a page that the picker would run in.
    await attacker.addInitScript(`addEventListener("message", ({ data, source }) => {
  if (data?.type === "vitrine-picker.ready") source.postMessage(${JSON.stringify(openMessage())}, "*");
})`);
    await attacker.goto(url);
    const isRefused = (frame: Frame) => frame.url().startsWith("chrome-error:");
    // An object element has no frame if its content is refused.
    if (!url.includes("object")) {
      await expect
        .poll(() => attacker.frames().some(isRefused) || attacker.frames().length === 1)
        .toBe(true);
    }
    await attacker.evaluate(() => document.readyState);
    expect(kit.pickers(attacker)).toEqual([]);
    await expectNothing(attacker);
  });
});

describe("is refused, with the reason for its page:", () => {
  const refusalAt = async (at: Page) =>
    (await receivedAt(at)).map(({ reason, session }) => [reason, session]);

  test("an unlisted page, in a frame", async () => {
    await page.goto(
      sites.page("evil", frameOf({ origin: sites.at("evil") }) + answeringWith(openMessage())),
    );
    await expect.poll(() => refusalAt(page)).toEqual([["origin", SESSION]]);
    await expectNothing(page);
  });

  test("an unlisted page, in a pop-up", async () => {
    await page.goto(sites.page("evil", popupButton({ origin: sites.at("evil") })));
    const popup = await popupOf(page);
    await expect.poll(() => refusalAt(page)).toEqual([["origin", SESSION]]);
    expect(await popup.textContent("main")).toContain("VITRINE_PICKER_ORIGINS");
    await expectNothing(page);
  });

  test.each(["0", "2"])("a listed page with version %s in the URL", async (version) => {
    await page.goto(sites.page("cms", frameOf({ version }) + answeringWith(openMessage())));
    await expect.poll(() => refusalAt(page)).toEqual([["version", SESSION]]);
    await expectNothing(page);
  });

  test("an unlisted page by redirect, which stays where it is", async () => {
    const opening = { mode: "redirect", origin: sites.at("evil") } as const;
    const returnUrl = sites.page("evil", "");
    const url = `${pickerUrl(opening)}#${fragmentOf({ returnUrl })}`;
    const response = await page.goto(url);
    expect(response?.status()).toBe(403);
    expect(page.url()).toBe(url);
    await expectNothing();
  });

  test.each<[string, string, () => object]>([
    ["an older version", "version", () => openMessage({ version: 0 })],
    ["a newer version", "version", () => openMessage({ version: 2 })],
    ["an unknown field", "call", () => openMessage({ isAdmin: true })],
    [
      "more than 20,000 characters",
      "call",
      () => openMessage({ call: { ...openMessage().call, note: "a".repeat(CALL_CHARACTERS_MAX) } }),
    ],
  ])("a call with %s", async (_, reason, message) => {
    await page.goto(sites.page("cms", frameOf() + answeringWith(message())));
    const picker = await pickerIn(page);
    await expect.poll(() => typesAt(page)).toContain("vitrine-picker.refused");
    expect(await refusalsOf(picker)).toEqual([expect.stringMatching(new RegExp(`^${reason}:`))]);
    expect(await callsOf(picker)).toBe(0);
    await expectNothing(page);
  });

  test("a call that JSON cannot express", async () => {
    const content = `${frameOf()}<script>
addEventListener("message", ({ data, source }) => {
  if (data.type !== "vitrine-picker.ready") return;
  const message = ${JSON.stringify(openMessage())};
  message.call.slots[0].self = message;
  source.postMessage(message, "${kit.pickerOrigin}");
});
</script>`;
    await page.goto(sites.page("cms", content));
    await expect.poll(() => typesAt(page)).toContain("vitrine-picker.refused");
    await expectNothing(page);
  });
});

describe("is ignored:", () => {
  test.each<[string, () => unknown]>([
    ["a foreign nonce", () => openMessage({ session: OTHER_SESSION })],
    ["no nonce", () => openMessage({ session: undefined })],
    ["another type", () => openMessage({ type: "vitrine-picker.picked" })],
    ["text", () => "vitrine-picker.open"],
    ["null", () => null],
  ])("a message of the listed page with %s", async (_, message) => {
    await page.goto(sites.page("cms", frameOf() + answeringWith(message() as object)));
    const picker = await pickerIn(page);
    await expectIgnored(picker, page);
  });

  /** Sends the picker's call from another window than its opener. */
  const sendTo = (picker: string) =>
    `<script>
onload = () => ${picker}.postMessage(${JSON.stringify(openMessage())}, "*");
</script>`;

  test.each([
    ["another site's frame beside the picker", "evil"],
    ["a frame of the listed origin that did not open it", "cms"],
  ] as const)("the call of %s", async (_, site) => {
    const inner = sites.page(site, sendTo("parent.frames[0]"));
    const later = `<script>onload = () => {
  const frame = document.createElement("iframe");
  frame.src = "${inner}";
  document.documentElement.append(frame);
};</script>`;
    await page.goto(sites.page("cms", frameOf() + later));
    const picker = await pickerIn(page);
    await expectIgnored(picker, page);
  });

  test("the call of another site that opened the listed page in a pop-up", async () => {
    const target = sites.page("cms", frameOf());
    const content = `<button onclick="opened = open('${target}', '_blank', 'popup')"></button>`;
    await page.goto(sites.page("evil", content));
    const popup = await popupOf(page);
    const picker = await pickerIn(popup);
    const message = openMessage();
    await page.evaluate(
      (sent) =>
        (globalThis as never as { opened: Window }).opened.frames[0]?.postMessage(sent, "*"),
      message,
    );
    await expectIgnored(picker, page, popup);
  });

  test("another site that opens the picker in a pop-up as the listed origin", async () => {
    await page.goto(sites.page("evil", popupButton({})));
    const popup = await popupOf(page);
    const picker = await pickerIn(popup);
    await page.evaluate(
      (sent) => (globalThis as never as { opened: Window }).opened.postMessage(sent, "*"),
      openMessage(),
    );
    await reached(picker, 1);
    expect(await callsOf(picker)).toBe(0);
    expect(await typesAt(page)).toEqual([]);
    await expectNothing(page);
  });

  test("a page that isolates itself and opens the picker in a pop-up", async () => {
    const headers = { "cross-origin-opener-policy": "same-origin" };
    await page.goto(sites.page("cms", popupButton({}) + answeringWith(openMessage()), headers));
    const popup = await popupOf(page);
    const picker = await pickerIn(popup);
    expect(await picker.evaluate(() => globalThis.kit.isAlone)).toBe(true);
    await expectNothing(page);
  });

  test("a sandboxed page that opens the picker in a pop-up", async () => {
    const headers = { "content-security-policy": "sandbox allow-scripts allow-popups" };
    await page.goto(sites.page("cms", popupButton({}), headers));
    const popup = await popupOf(page);
    await pickerIn(popup);
    expect(await typesAt(page)).toEqual([]);
    await expectNothing(page);
  });

  test("another site that moves the listed page into its own window after opening the picker", async () => {
    await page.goto(sites.page("evil", popupButton({})));
    const popup = await popupOf(page);
    const picker = await pickerIn(popup);
    // The picker's opener is now a listed page, which did not open it and does not know its nonce.
    await page.goto(sites.page("cms", answeringWith(openMessage({ session: OTHER_SESSION }))));
    await page.evaluate(() => window.postMessage("hello", "*"));
    expect(await callsOf(picker)).toBe(0);
    await expectNothing(page);
  });

  test("the picker in a window of its own", async () => {
    await page.goto(pickerUrl());
    const picker = await pickerIn(page);
    await page.evaluate((sent) => window.postMessage(sent, "*"), openMessage());
    await reached(picker, 1);
    expect(await picker.evaluate(() => globalThis.kit.isAlone)).toBe(true);
    expect(await callsOf(picker)).toBe(0);
    await expectNothing();
  });
});

describe("no other page gets the answer", () => {
  const waiting = () => openMessage({ call: { ...openMessage().call, documentName: "wait" } });

  test("of a pop-up whose opener went to another site", async () => {
    await page.goto(sites.page("cms", popupButton({}) + answeringWith(waiting())));
    const popup = await popupOf(page);
    const picker = await pickerIn(popup);
    await picker.waitForFunction(() => globalThis.kit.searches.length === 1);
    kit.fixture.searches.length = 0;
    await page.goto(sites.page("evil", ""));
    await picker.evaluate(() => globalThis.kit.finish());
    await page.evaluate(() => window.postMessage({ type: "last" }, "*"));
    await expect.poll(() => typesAt(page)).toEqual(["last"]);
    await expectNothing(page);
  });

  test("of a frame whose page went to another site", async () => {
    await page.goto(sites.page("cms", frameOf() + answeringWith(waiting())));
    const picker = await pickerIn(page);
    await picker.waitForFunction(() => globalThis.kit.searches.length === 1);
    kit.fixture.searches.length = 0;
    await page.goto(sites.page("evil", ""));
    await page.evaluate(() => window.postMessage({ type: "last" }, "*"));
    await expect.poll(() => typesAt(page)).toEqual(["last"]);
    expect(kit.pickers(page)).toEqual([]);
    await expectNothing(page);
  });

  test("twice, if the call is replayed after it", async () => {
    await page.goto(sites.page("cms", frameOf() + answeringWith(openMessage())));
    const picker = await pickerIn(page);
    await expect.poll(() => typesAt(page)).toContain("vitrine-picker.picked");
    await page.evaluate((sent) => frames[0]?.postMessage(sent, "*"), openMessage());
    await reached(picker, 2);
    expect(await callsOf(picker)).toBe(1);
    expect(kit.fixture.searches).toHaveLength(1);
  });

  test("if the listed page runs the picker in a sandbox: no search, no image", async () => {
    const content = frameOf({}, 'sandbox="allow-scripts"') + answeringWith(openMessage());
    await page.goto(sites.page("cms", content));
    await expect.poll(() => kit.pickers(page).length).toBe(1);
    // Its messages have the origin "null".
    await page.evaluate(() => window.postMessage({ type: "last" }, "*"));
    await expect.poll(() => typesAt(page)).toContain("last");
    expect(kit.fixture.searches).toEqual([]);
  });
});

describe("a redirect leads nowhere", () => {
  // Otherwise a URL that differs in its fragment alone would load no page.
  beforeEach(async () => {
    await page.goto("about:blank");
  });

  test.each<[string, () => Record<string, unknown>]>([
    ["to another site", () => ({ returnUrl: `${sites.at("evil")}/` })],
    ["to another listed origin", () => ({ returnUrl: `${sites.at("news")}/` })],
    ["to a look-alike", () => ({ returnUrl: `${sites.at("cms.localhost.evil")}/` })],
    [
      "to a user name before another host",
      () => ({
        returnUrl: `${sites.at("cms")}@evil.localhost/`.replace(/:\d+@/, "@"),
      }),
    ],
    ["to a script", () => ({ returnUrl: "javascript:alert(1)//" })],
    ["to a data: URL", () => ({ returnUrl: "data:text/html,hello" })],
    ["to two slashes", () => ({ returnUrl: "//evil.localhost/" })],
    ["to no URL", () => ({})],
    ["with a foreign nonce", () => ({ returnUrl: `${sites.at("cms")}/`, session: OTHER_SESSION })],
    ["with another version", () => ({ returnUrl: `${sites.at("cms")}/`, version: 2 })],
  ])("%s", async (_, changes) => {
    const url = `${pickerUrl({ mode: "redirect" })}#${fragmentOf(changes())}`;
    await page.goto(url);
    const picker = await pickerIn(page);
    expect(await refusalsOf(picker)).toHaveLength(1);
    expect([await callsOf(picker), page.url()]).toEqual([0, url]);
    await expectNothing();
  });

  test.each([
    ["without a fragment", ""],
    ["with percent signs in the fragment", "#%ff%00"],
    ["with a fragment of a megabyte", `#${"A".repeat(1_000_000)}`],
  ])("%s", async (_, fragment) => {
    await page.goto(pickerUrl({ mode: "redirect" }) + fragment);
    const picker = await pickerIn(page);
    expect([await callsOf(picker), (await refusalsOf(picker)).length]).toEqual([0, 1]);
    await expectNothing();
  });

  test("for messages, which it does not read", async () => {
    await page.goto(`${pickerUrl({ mode: "redirect" })}#hello`);
    const picker = await pickerIn(page);
    await page.evaluate((sent) => window.postMessage(sent, "*"), openMessage());
    await expectIgnored(picker);
  });
});

describe("no request of another page spends a search or reads an image", () => {
  const bodyOf = (origin: string) => JSON.stringify({ search: `q=${query}`, origin });

  test.each(["cms", "evil"])("by a script of %s", async (name) => {
    await page.goto(sites.page(name, ""));
    const statuses = await page.evaluate(
      async ([url, body]) => {
        const attempts: RequestInit[] = [
          { method: "POST", body: body ?? "", mode: "no-cors", credentials: "include" },
          { method: "POST", body: body ?? "", credentials: "include" },
          { method: "POST", body: body ?? "", headers: { "content-type": "application/json" } },
          { mode: "no-cors" },
        ];
        return Promise.all(
          attempts.map((attempt) =>
            fetch(`${url}/api/picker/search`, attempt).then(
              ({ type }) => type,
              () => "failed",
            ),
          ),
        );
      },
      [kit.pickerOrigin, bodyOf(sites.at("cms"))],
    );
    expect(statuses).toEqual(["opaque", "failed", "failed", "opaque"]);
    await expectNothing(page);
  });

  test("by a form whose text is JSON", async () => {
    const [before, after] = bodyOf(sites.at("cms")).split("}");
    const form = `<form method="post" enctype="text/plain" action="${kit.pickerOrigin}/api/picker/search">
<input name='${before},"a":"' value='"}${after}'><button></button></form>`;
    await page.goto(sites.page("evil", form));
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.url().endsWith("/api/picker/search")),
      page.click("button"),
    ]);
    expect(response.status()).toBe(403);
    // Chromium sometimes does not close a page that is loading.
    await page.waitForLoadState();
    await expectNothing();
  });

  test("by elements that load the search or the picker", async () => {
    const search = `${kit.pickerOrigin}/api/picker/search?q=${query}`;
    const again = `${kit.pickerOrigin}/api/search?q=${query}`;
    const content = [search, again, pickerUrl()]
      .map((url) => url.replaceAll("&", "&amp;"))
      .map(
        (url) =>
          `<img src="${url}"><script src="${url}"></script><link rel="prefetch" href="${url}">`,
      )
      .join("");
    await page.goto(sites.page("evil", content), { waitUntil: "load" });
    await expectNothing(page);
  });

  test("to the URL of an original, which only the listed page's scripts read", async () => {
    const photo = sites.page("evil", "");
    await page.goto(sites.page("cms", frameOf() + answeringWith(openMessage())));
    const picker = await pickerIn(page);
    await expect.poll(() => typesAt(page)).toContain("vitrine-picker.picked");
    const [status, url, size] = await picker.evaluate(async (origin) => {
      const received = await fetch(`/api/search?q=${globalThis.kit.calls[0]?.query}`);
      const [image] = (await received.json()).images;
      const { imageUrl, hostUrl, width, height, thumbnails } = image;
      const proven = { imageUrl, hostUrl, width, height, proofs: [thumbnails.path] };
      const send = (path: string) =>
        fetch(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ image: proven, name: "a", origin }),
        });
      // As bytes, in a frame of another site.
      const bytes = await (await send("/api/original")).blob();
      const answer = await send("/api/picker/original");
      const body = await answer.json();
      return [answer.status, body.url as string, bytes.size] as const;
    }, sites.at("cms"));
    expect([status, size > 0]).toEqual([200, true]);
    const path = new URL(url).pathname;
    const read = (at: Page) =>
      at.evaluate(
        (target) =>
          fetch(target).then(
            async (answer) => (await answer.blob()).size,
            () => "failed",
          ),
        kit.pickerOrigin + path,
      );
    expect(await read(page)).toBe(size);
    await page.goto(photo);
    expect(await read(page)).toBe("failed");
    const shows = await page.evaluate(
      (target) =>
        new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve(true);
          image.onerror = () => resolve(false);
          image.src = target;
        }),
      kit.pickerOrigin + path,
    );
    expect(shows).toBe(false);
  });
});
