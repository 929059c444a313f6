import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Picker } from "@/components/picker/picker";
import { Announcer } from "@/components/ui/announcer";
import { toBase64Url } from "@/lib/client/base64url";
import { createCollection } from "@/lib/client/collections/collection-store";
import { showInLocale } from "@/lib/client/picker/call-locale";
import { connectCaller } from "@/lib/client/picker/caller-bridge";
import type { PickerCall, PickerMessage } from "@/lib/contract/picker";
import { pickerMessageSchema } from "@/lib/contract/picker";
import { FREE_SEARCH, type SearchOffer } from "@/lib/contract/search-offer";
import { ENGLISH, setLocale } from "@/lib/messages/locale";
import { LOCALES } from "@/lib/messages/locales";
import { SearchParamsContext } from "../support/next-navigation";
import { anAnswer, anImage, settled } from "../support/on-search-page";

const ORIGIN = "https://cms.example";
const SESSION = "abcdefghijklmnopqrstuvwx";
const CALLER = { origin: ORIGIN, session: SESSION, mode: "popup" } as const;
const SERVICE = { kind: "demo", pictureCount: 190, examples: [] } as const;
const CALL: PickerCall = {
  callerName: "CMS",
  documentName: "Harbour guide",
  slots: [
    { name: "hero", label: "Hero", width: 1600, height: 900 },
    { name: "square", label: "Square", width: 600, height: 600 },
  ],
};
const IMAGES = [
  anImage({ id: "barn", name: "Red barn in snow", width: 3000, height: 2000 }),
  anImage({ id: "file", name: "IMG_2041.JPG", width: 4000, height: 3000 }),
  anImage({ id: "small", name: "Mill at six", width: 1360, height: 1000 }),
];

/** Loads a locale's script from where the build takes it. */
function serveLocaleScripts() {
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) throw new Error("not a script");
    script.src = script.src.replace("/_next/static/messages/", "/lib/messages/compiled/scripts/");
    append(script);
  });
}

let caller: Window;
let received: PickerMessage[];

beforeEach(() => {
  vi.stubGlobal("close", () => {});
  const frame = document.body.appendChild(document.createElement("iframe"));
  caller = frame.contentWindow as Window;
  received = [];
  vi.spyOn(caller, "postMessage").mockImplementation((message, origin) => {
    expect(origin).toBe(ORIGIN);
    received.push(pickerMessageSchema.parse(message));
  });
  vi.stubGlobal("opener", caller);
  vi.stubGlobal("fetch", async (url: string) => {
    const body = url.startsWith("/api/search")
      ? anAnswer({ images: IMAGES, totalCount: 3 })
      : { images: IMAGES.map(({ thumbnails }) => ({ reference: "signed", thumbnails })) };
    return new Response(JSON.stringify(body), { headers: { age: "0" } });
  });
  history.replaceState(
    null,
    "",
    `/picker?origin=${ORIGIN}&session=${SESSION}&version=1&mode=popup`,
  );
});
afterEach(() => {
  document.querySelector("iframe")?.remove();
  vi.unstubAllGlobals();
});

function post(data: unknown, { origin = ORIGIN, source = caller as Window | null } = {}) {
  act(() => {
    dispatchEvent(new MessageEvent("message", { data, origin, source }));
  });
}

const open = (call: unknown, over = {}) => ({
  type: "vitrine-picker.open",
  version: 1,
  session: SESSION,
  call,
  ...over,
});

async function renderPicker(
  searchOffer: SearchOffer = FREE_SEARCH,
  first: ComponentProps<typeof Picker>["first"] = null,
) {
  const page = () => (
    <SearchParamsContext value={new URLSearchParams(location.search)}>
      <Picker caller={CALLER} first={first} service={SERVICE} searchOffer={searchOffer} />
      <Announcer />
    </SearchParamsContext>
  );
  const { rerender } = render(page());
  return async () => {
    // The picker's code loads; then it changes the URL.
    await settled();
    rerender(page());
    await settled();
  };
}

test("looks a start query up, and sends it with the call's grant when the editor presses", async () => {
  const asked: { url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    asked.push({ url, body: body && JSON.parse(String(body)) });
    return url.startsWith("/api/search")
      ? Response.json({ error: { code: "search_unconfirmed" } }, { status: 409 })
      : Response.json(anAnswer({ images: IMAGES, totalCount: 3 }));
  });
  const arrive = await renderPicker({ ...FREE_SEARCH, cost: "paid" });
  post(open({ ...CALL, query: "barn", safesearch: "strict", grant: "signed" }));
  await arrive();
  const press = await screen.findByRole("button", { name: "Search (1 search)" });
  expect(asked).toEqual([{ url: "/api/search?q=barn", body: undefined }]);
  await userEvent.click(press);
  await screen.findByRole("checkbox", { name: "Select: Red barn in snow" });
  expect(asked.slice(1)).toEqual([
    {
      url: "/api/picker/search",
      body: { search: "q=barn", origin: ORIGIN, grant: "signed", isAgain: false },
    },
  ]);
});

test.each([
  ["no return URL of the caller", CALL, "https://cms.example.evil/draft", "returnUrl"],
  ["a return URL that browsers do not open", CALL, `blob:${ORIGIN}/draft`, "returnUrl"],
  [
    "more images than a URL can hold",
    { ...CALL, slots: [{ name: "all", count: 50 }, { name: "more", count: 50 }, { name: "last" }] },
    `${ORIGIN}/draft`,
    "slots",
  ],
  [
    "an unknown option",
    { ...CALL, closelabel: "x" },
    `${ORIGIN}/draft`,
    "unknown option closelabel",
  ],
  [
    "a name that reorders its line",
    { ...CALL, callerName: "a\u202eb" },
    `${ORIGIN}/draft`,
    "callerName",
  ],
  ["originals as bytes", { ...CALL, originals: "bytes" }, `${ORIGIN}/draft`, "originals"],
])("refuses a redirect with %s", (_, call, returnUrl, detail) => {
  const onRefused = vi.fn();
  const message = open(call, { returnUrl });
  location.hash = toBase64Url(new TextEncoder().encode(JSON.stringify(message)));
  const unexpected = () => expect.unreachable();
  const listener = { onCall: unexpected, onRefused, onAlone: unexpected };
  connectCaller({ ...CALLER, mode: "redirect" }, listener);
  expect(onRefused).toHaveBeenCalledWith("call", expect.stringContaining(detail));
});

test("shows the start query of the URL at once, and keeps its images when the call arrives", async () => {
  const asked = vi.fn();
  vi.stubGlobal("fetch", asked);
  history.replaceState(null, "", `${location.href}&q=barn`);
  const answer = anAnswer({ images: IMAGES, totalCount: 3 });
  const known = { "/api/search?q=barn": { kind: "answer", answer } } as const;
  const arrive = await renderPicker(FREE_SEARCH, { known, palette: null, more: null });
  const main = screen.getByRole("main");
  const image = screen.getByRole("img", { name: "Red barn in snow" });
  expect(main).toHaveAttribute("inert");
  // The text appears after a second.
  await waitFor(() => expect(screen.getByText(`Waiting for ${ORIGIN}`)).toBeVisible());
  post(open({ ...CALL, query: "barn" }));
  await arrive();
  expect(main).not.toHaveAttribute("inert");
  expect(screen.getByRole("img", { name: "Red barn in snow" })).toBe(image);
  expect(await screen.findByText("240 px too small")).toBeVisible();
  expect(asked).not.toHaveBeenCalledWith(expect.stringContaining("/api/search"), expect.anything());
});

test("the lightbox uses the image for the slot that is filled next, and removes it", async () => {
  await openPicker();
  // The lightbox loads when the browser is idle.
  const lightbox = await vi.waitFor(() => {
    fireEvent.click(screen.getByRole("img", { name: "Red barn in snow" }));
    return screen.getByRole("dialog");
  }, 60_000);
  expect(within(lightbox).getByText("0 of 2 chosen")).toBeVisible();
  expect(within(lightbox).queryByRole("button", { name: "Select" })).toBeNull();
  await userEvent.click(await within(lightbox).findByRole("button", { name: "Use as Hero" }));
  expect(within(lightbox).getByText("1 of 2 chosen")).toBeVisible();
  fireEvent.keyDown(document.body, { key: "x" });
  expect(within(lightbox).getByRole("button", { name: "Use as Hero" })).toBeEnabled();
  fireEvent.keyDown(document.body, { key: "x" });
  await userEvent.click(within(lightbox).getByRole("button", { name: "Remove" }));
  expect(within(lightbox).getByText("0 of 2 chosen")).toBeVisible();
});

test("only what fits: says so if nothing does, and shows all again", async () => {
  await openPicker({ slots: [{ name: "poster", label: "Poster", width: 9000, height: 9000 }] });
  await userEvent.click(screen.getByRole("button", { name: "Only what fits" }));
  expect(screen.getByText("No image fits Poster.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show all images" }));
  expect(screen.getByRole("img", { name: "Red barn in snow" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Only what fits" })).toHaveFocus();
});

test("the search field shows each search, and keeps what the editor types", async () => {
  const arrive = await openPicker();
  const field = screen.getByRole("searchbox");
  expect(field).toHaveValue("barn");
  history.replaceState(null, "", location.href.replace("q=barn", "q=mountains"));
  await arrive();
  await arrive();
  expect(field).toHaveValue("mountains");
  await userEvent.type(field, " in fog");
  await arrive();
  expect(field).toHaveValue("mountains in fog");
});

/** Opens the picker with a start query and waits for its images. Returns what follows the page's URL. */
async function openPicker(call: Partial<PickerCall> = {}) {
  const arrive = await renderPicker();
  post(open({ ...CALL, query: "barn", ...call }));
  await arrive();
  await screen.findByRole("img", { name: "Red barn in snow" });
  return arrive;
}

test("opens for a message of the caller's window, origin and session alone, and once", async () => {
  await renderPicker();
  expect(received).toEqual([{ type: "vitrine-picker.ready", version: 1, session: SESSION }]);
  post(open(CALL), { origin: "https://cms.example.evil" });
  post(open(CALL), { source: window });
  post(open(CALL, { session: "zyxwvutsrqponmlkjihgfedc" }));
  // The text appears after a second.
  await waitFor(() => expect(screen.getByText(`Waiting for ${ORIGIN}`)).toBeVisible());
  post(open(CALL));
  await settled();
  expect(screen.getByText("Choose up to 2 images for “Harbour guide” in CMS")).toBeVisible();
  post(open({ ...CALL, documentName: "Another" }));
  expect(screen.queryByText(/Another/)).toBeNull();
  act(() => void dispatchEvent(new Event("pagehide")));
  act(() => void dispatchEvent(new Event("pagehide")));
  expect(received.map(({ type }) => type)).toEqual([
    "vitrine-picker.ready",
    "vitrine-picker.closed",
  ]);
});

test("is shown in the locale of the call, in a wider one, or else in its own", async () => {
  serveLocaleScripts();
  const { lang, dir } = document.documentElement;
  const arrive = await renderPicker();
  post(open({ ...CALL, locale: "EN-xa" }));
  await arrive();
  const tray = await screen.findByRole("region", {
    name: LOCALES.pseudo.messages.picker?.tray as string,
  });
  expect(tray).toBeVisible();
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["en-XA", "rtl"]);
  expect(document.title).toBe(LOCALES.pseudo.messages.picker?.pageTitle);
  await showInLocale("nl-BE");
  expect(document.documentElement.lang).toBe("en-XA");
  await showInLocale("de-CH");
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["de", "ltr"]);
  await showInLocale("en-GB");
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["en", "ltr"]);
  for (const { tag } of Object.values(LOCALES)) {
    await showInLocale(tag);
    expect(document.documentElement.lang).toBe(tag);
  }
  setLocale(ENGLISH);
  Object.assign(document.documentElement, { lang, dir });
});

test.each([
  ["another version", { version: 2 }, "version"],
  ["an unknown field", { call: { ...CALL, safesearch: "off" } }, "call"],
  ["too long", { call: { ...CALL, grant: "x".repeat(30_000) } }, "call"],
])("refuses a call with %s, and says so on both sides", async (_, over, reason) => {
  await renderPicker();
  post(open(CALL, over));
  expect(received.at(-1)).toMatchObject({ type: "vitrine-picker.refused", reason });
  expect(screen.getByRole("heading", { name: "The picker can’t open" })).toBeVisible();
});

test("fills the slots in order, and answers with crops, texts, credits and proofs", async () => {
  await openPicker();
  // The box of an image that is too small for the hero is hidden by its mark.
  expect(screen.getByText("240 px too small")).toHaveAttribute("data-unusable");
  expect(screen.queryByRole("checkbox", { name: "Select: Mill at six" })).toBeNull();
  expect(screen.getByText("0 of 2 chosen")).toBeVisible();

  fireEvent.click(screen.getByRole("checkbox", { name: "Select: Red barn in snow" }));
  expect(screen.getByText("0 of 3 fit", { exact: false })).toBeVisible();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select: IMG_2041.JPG" }));
  expect(screen.getByText("2 of 2 chosen")).toBeVisible();

  // The second image's name is a file name, so its alternative text is asked for.
  await userEvent.click(screen.getByRole("button", { name: "Use 2 images" }));
  const dialog = screen.getByRole("dialog", { name: "Square: IMG_2041.JPG", hidden: true });
  expect(within(dialog).getByText(/mark it as decorative/)).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText("Alternative text"), {
    target: { value: "A red mill" },
  });
  const text = within(dialog).getByLabelText("Alternative text");
  const described = text.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.filter((id) => document.getElementById(id) === null)).toEqual([]);
  const crop = within(dialog).getByRole("application", { name: "Crop for Square", hidden: true });
  for (let press = 0; press < 3; press += 1) fireEvent.keyDown(crop, { key: "ArrowLeft" });
  fireEvent.keyDown(crop, { key: "+" });
  // Spaces are no statement about rights.
  fireEvent.change(within(dialog).getByLabelText("How the rights were cleared"), {
    target: { value: "  " },
  });
  expect(within(dialog).getByText(/Rights not verified\.$/)).toBeInTheDocument();
  act(() => (dialog as HTMLDialogElement).close());

  await userEvent.click(screen.getByRole("button", { name: "Use 2 images", hidden: true }));
  await vi.waitFor(() => expect(received.at(-1)?.type).toBe("vitrine-picker.picked"));
  const { images } = received.at(-1) as Extract<PickerMessage, { type: "vitrine-picker.picked" }>;
  expect(images).toMatchObject([
    {
      id: "barn",
      slot: "hero",
      proof: "signed",
      alternativeText: "Red barn in snow",
      fileName: "red-barn-in-snow.jpg",
      crop: { x: 0, y: 156, width: 3000, height: 1688 },
      credits: { plain: expect.stringContaining("Rights not verified.") },
      rights: { note: null, setBy: null, setAt: null },
      provenance: { search: "q=barn", rank: 1, service: "demo", sha256: null },
      original: null,
    },
    {
      id: "file",
      slot: "square",
      alternativeText: "A red mill",
      crop: { x: 517, y: 137, width: 2727, height: 2727 },
    },
  ]);
  expect(await screen.findByText("You can close this window.")).toBeVisible();
});

test("chooses images of a collection, with their proof and clearance", async () => {
  const [barn] = IMAGES;
  if (barn === undefined) expect.unreachable();
  const clearance = { note: "Agreed by Ann", at: "2026-11-20T14:02:33.000Z" };
  const provenance = { search: "q=sky", rank: 7, foundAt: clearance.at, service: "demo" };
  await createCollection("Harbour", [
    { ...barn, provenance, clearance, reference: "saved", note: "", savedAt: clearance.at },
  ]);
  await openPicker();
  await userEvent.selectOptions(await screen.findByLabelText("Images from"), "Harbour");
  await screen.findByRole("heading", { name: "Harbour" });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select: Red barn in snow" }));
  await userEvent.click(await screen.findByRole("button", { name: "Use 1 image" }));
  await vi.waitFor(() => expect(received.at(-1)?.type).toBe("vitrine-picker.picked"));
  expect(received.at(-1)).toMatchObject({
    images: [
      {
        proof: "signed",
        rights: { note: "Agreed by Ann", setBy: "editor", setAt: clearance.at },
        provenance: { search: "q=sky", rank: 7 },
      },
    ],
  });
});

test("Esc closes at once without images, and asks for a second press with some", async () => {
  const arrive = await openPicker();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select: Red barn in snow" }));
  // Without images of a search, too.
  vi.stubGlobal("fetch", async () => Response.json({ error: { code: "busy" } }, { status: 503 }));
  await userEvent.type(screen.getByRole("searchbox"), " door{Enter}");
  await arrive();
  expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(received.at(-1)?.type).toBe("vitrine-picker.ready");
  expect(screen.getByText(/^1 image is chosen\. Press Esc again/)).toBeVisible();
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(received.at(-1)?.type).toBe("vitrine-picker.closed");
  // Toasts are announced later: after the last test there would be no document.
  await vi.waitFor(() => {
    expect(document.querySelector("[data-announcer]")).toHaveTextContent(/Press Esc again/);
  });
});
