/**
 * The service worker: makes collections work without a connection
 * (docs/decisions/0086-offline-by-a-passive-worker.md). It keeps one page, `/offline`, with all code that
 * this page can load, and thumbnails that collections have shown. lib/http/offline-worker.ts sends it.
 */
import { KEPT_THUMBNAILS, KEPT_THUMBNAILS_MAX, keptThumbnailUrl } from "./kept-thumbnails";

/* What this worker uses of the Service Workers specification. TypeScript's own library of workers cannot
   stand beside the one of pages. */

type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type Message = MessageEvent & Waiting;
type Fetching = Waiting & {
  request: Request;
  clientId: string;
  /** The window that a navigation opens. */
  resultingClientId: string;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

declare const self: {
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(): Promise<readonly { postMessage(message: unknown): void }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", act: (event: Waiting) => void): void;
  addEventListener(type: "message", act: (event: Message) => void): void;
  addEventListener(type: "fetch", act: (event: Fetching) => void): void;
};

/** The build of the pages; the endpoint writes it in front of this script. */
declare const PAGES_BUILD: string;

const PAGE = "/offline";
const SHELL = `shell-${PAGES_BUILD}`;
/** Scripts, styles and texts, as pages and scripts name them; typefaces. */
const FILES = /static\/(?:chunks|messages|media)\/[\w.~-]+|\/fonts\/[\w.-]+/g;

/** A line that hangs is no connection for a collection, which is on this device. */
const PATIENCE_MS = 4_000;
/** Until then a kept thumbnail is not renewed. */
const FRESH_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Whether navigations pass through this worker. Firefox leaves out `Sec-Fetch-User` if they do; then a
 * paid search that the visitor began would ask first.
 */
const isPreloading =
  self.registration.navigationPreload !== undefined && !/firefox/i.test(navigator.userAgent);

/** Windows whose page came from the server. Forgotten when the browser stops the worker. */
const onlineWindows = new Set<string>();
/** Whether the kept page may have other settings than the visitor's. */
let isOutdated = false;

self.addEventListener("install", (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

/** Thumbnails to keep, from `keepOffline`. */
self.addEventListener("message", (event) => event.waitUntil(keepThumbnails(event.data)));

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (request.method === "GET") onNavigation(event, pathname);
    isOutdated ||= pathname.startsWith("/api/settings") || searchParams.has("lang");
    return;
  }
  if (request.method !== "GET" || (navigator.onLine && onlineWindows.has(clientId))) return;
  if (pathname.startsWith("/_next/static/") || pathname.startsWith("/fonts/")) {
    // The same name always has the same content.
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else if (request.destination === "image" && pathname.startsWith("/thumb/")) {
    // Not for scripts that fetch: they compare pictures.
    event.respondWith(thumbnail(request));
  }
});

async function install(): Promise<void> {
  const isNew = !(await caches.has(SHELL));
  await keepPage().catch(async (error) => {
    if (isNew) await caches.delete(SHELL);
    throw error;
  });
}

async function activate(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith("shell-") && name !== SHELL,
  );
  // The newest of them stays for windows that still show its page.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  if (isPreloading) await self.registration.navigationPreload.enable();
  await self.clients.claim();
  for (const client of await self.clients.matchAll()) client.postMessage(PAGES_BUILD);
}

function onNavigation(event: Fetching, path: string): void {
  if (isOutdated) {
    event.waitUntil(
      keepPage().then(
        () => {
          isOutdated = false;
        },
        () => {},
      ),
    );
  }
  if (isPreloading || !navigator.onLine) event.respondWith(page(event, path));
  else onlineWindows.add(event.resultingClientId);
}

/** Returns a page from the server; without a connection, the kept page. */
async function page(event: Fetching, path: string): Promise<Response> {
  const asked = event.preloadResponse.then((response) => response ?? fetch(event.request));
  try {
    const response = await (path.startsWith("/collections") ? patiently(asked) : asked);
    onlineWindows.add(event.resultingClientId);
    return response;
  } catch {
    return (await caches.match(PAGE, { cacheName: SHELL })) ?? Response.error();
  }
}

function patiently(asked: Promise<Response>): Promise<Response> {
  const end = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
  return Promise.race([asked, end]);
}

/** Keeps the page and all files that it names, that those name, and so on. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(SHELL);
  const response = await load(PAGE);
  const known = new Set<string>();
  const keepFiles = async (text: string): Promise<void> => {
    const named = [...text.matchAll(FILES)].map(([path]) =>
      path.startsWith("/") ? path : `/_next/${path}`,
    );
    const added = [...new Set(named)].filter((path) => !known.has(path));
    for (const path of added) known.add(path);
    await Promise.all(
      added.map(async (path) => {
        const file = (await cache.match(path)) ?? (await load(path));
        const copy = file.clone();
        if (/\.(?:js|css)$/.test(path)) await keepFiles(await file.text());
        await cache.put(path, copy);
      }),
    );
  };
  await keepFiles(await response.clone().text());
  // Last, so that a kept page is complete.
  await cache.put(PAGE, response);
}

/** A redirect leads to the page of a sign-in in front of this gallery, for example. */
async function load(path: string): Promise<Response> {
  const response = await fetch(path, { redirect: "error" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Returns the kept thumbnail of this width; else the server's; without a connection, one of any width. */
async function thumbnail(request: Request): Promise<Response> {
  const url = keptThumbnailUrl(request.url);
  const cache = await caches.open(KEPT_THUMBNAILS);
  try {
    return (await cache.match(url)) ?? (await fetch(request));
  } catch {
    return (await cache.match(url, { ignoreSearch: true })) ?? Response.error();
  }
}

/** Keeps thumbnails one after the other, because nobody waits for them. */
async function keepThumbnails(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(KEPT_THUMBNAILS);
  for (const url of urls) {
    const key = keptThumbnailUrl(url);
    const keptAt = (await cache.match(key))?.headers.get("date") ?? 0;
    if (Date.now() - new Date(keptAt).getTime() < FRESH_MS) continue;
    // As pages ask. For others the server makes a JPEG, which the check of replaced pictures must be
    // the first to ask for (lib/client/picture-hashes.ts).
    const headers = { accept: "image/avif,image/webp" };
    const response = await fetch(url, { headers }).catch(() => null);
    // Fails if the browser's storage is full.
    if (response?.ok) await cache.put(key, response).catch(() => {});
  }
  // The oldest come first.
  const kept = await cache.keys();
  const extra = kept.slice(0, Math.max(0, kept.length - KEPT_THUMBNAILS_MAX));
  await Promise.all(extra.map((oldest) => cache.delete(oldest)));
}
