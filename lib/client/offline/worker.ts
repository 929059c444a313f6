/**
 * The service worker, which makes collections work without a connection
 * (docs/decisions/0086-offline-by-a-passive-worker.md). It caches one page, `/offline`, with all code that
 * this page can load, and thumbnails that collections have shown. The server sends it as `/sw.js`
 * (lib/http/offline-worker.ts).
 */
import { DAY_MS } from "@/lib/contract/day-ms";
import { CACHED_THUMBNAILS_MAX, THUMBNAIL_CACHE, thumbnailCacheKey } from "./cached-thumbnails";

/* The types that this worker uses of the Service Workers specification. TypeScript's library of worker
   types conflicts with the DOM's, which the rest of the project uses. */

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

const OFFLINE_PAGE = "/offline";
const SHELL_CACHE = `shell-${PAGES_BUILD}`;
/** Scripts, styles and texts, as pages and scripts name them; typefaces. */
const FILES = /static\/(?:chunks|messages|media)\/[\w.~-]+|\/fonts\/[\w.-]+/g;

/** A collection is on this device, so it opens without the server if the connection hangs. */
const COLLECTION_TIMEOUT_MS = 4_000;
/** After this time a cached thumbnail is fetched again. */
const THUMBNAIL_FRESH_MS = 7 * DAY_MS;

/**
 * Whether navigations pass through this worker. In Firefox they then have no `Sec-Fetch-User`, so the
 * server would ask before each paid search that the visitor began.
 */
const isPreloading =
  self.registration.navigationPreload !== undefined && !/firefox/i.test(navigator.userAgent);

/** Windows whose page came from the server. The browser clears it whenever it stops the worker. */
const onlineWindows = new Set<string>();
/** Whether the visitor may have changed settings since the offline page was cached. */
let isOutdated = false;

self.addEventListener("install", (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

/** `cacheForOffline` sends URLs of thumbnails. */
self.addEventListener("message", (event) => event.waitUntil(cacheThumbnails(event.data)));

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
    // The content of a file never changes: its name contains a hash or a version.
    event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
  } else if (request.destination === "image" && pathname.startsWith("/thumb/")) {
    // Scripts fetch thumbnails to compare pictures, and must get current ones.
    event.respondWith(thumbnail(request));
  }
});

async function install(): Promise<void> {
  const isNew = !(await caches.has(SHELL_CACHE));
  await cacheOfflinePage().catch(async (error) => {
    if (isNew) await caches.delete(SHELL_CACHE);
    throw error;
  });
}

async function activate(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith("shell-") && name !== SHELL_CACHE,
  );
  // Windows may still show the offline page of the newest of them.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  if (isPreloading) await self.registration.navigationPreload.enable();
  await self.clients.claim();
  for (const client of await self.clients.matchAll()) client.postMessage(PAGES_BUILD);
}

function onNavigation(event: Fetching, path: string): void {
  if (isOutdated) event.waitUntil(refreshOfflinePage());
  if (isPreloading || !navigator.onLine) event.respondWith(page(event, path));
  else onlineWindows.add(event.resultingClientId);
}

/** Caches the offline page again; if that fails, the next navigation tries again. */
async function refreshOfflinePage(): Promise<void> {
  try {
    await cacheOfflinePage();
    isOutdated = false;
  } catch {
    // No connection.
  }
}

/** Returns a page from the server; without a connection, the offline page. */
async function page(event: Fetching, path: string): Promise<Response> {
  const sent = event.preloadResponse.then((response) => response ?? fetch(event.request));
  try {
    const response = await (path.startsWith("/collections") ? withTimeout(sent) : sent);
    onlineWindows.add(event.resultingClientId);
    return response;
  } catch {
    return (await caches.match(OFFLINE_PAGE, { cacheName: SHELL_CACHE })) ?? Response.error();
  }
}

function withTimeout(sent: Promise<Response>): Promise<Response> {
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, COLLECTION_TIMEOUT_MS));
  return Promise.race([sent, timeout]);
}

/** Caches the offline page, all files that it names, and all files that those name. */
async function cacheOfflinePage(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const response = await load(OFFLINE_PAGE);
  const known = new Set<string>();
  const cacheFiles = async (text: string): Promise<void> => {
    const named = [...text.matchAll(FILES)].map(([path]) =>
      path.startsWith("/") ? path : `/_next/${path}`,
    );
    const added = [...new Set(named)].filter((path) => !known.has(path));
    for (const path of added) known.add(path);
    await Promise.all(
      added.map(async (path) => {
        const cached = await cache.match(path);
        const file = cached ?? (await load(path));
        if (cached === undefined) await cache.put(path, file.clone());
        if (/\.(?:js|css)$/.test(path)) await cacheFiles(await file.text());
      }),
    );
  };
  await cacheFiles(await response.clone().text());
  // Last, so that the files of a cached page are complete.
  await cache.put(OFFLINE_PAGE, response);
}

/** Fetches a file. A redirect is an error: a proxy may send visitors to its sign-in page. */
async function load(path: string): Promise<Response> {
  const response = await fetch(path, { redirect: "error" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Returns the cached thumbnail of this width; else the server's; without a connection, one of any width. */
async function thumbnail(request: Request): Promise<Response> {
  const key = thumbnailCacheKey(request.url);
  const cache = await caches.open(THUMBNAIL_CACHE);
  try {
    return (await cache.match(key)) ?? (await fetch(request));
  } catch {
    return (await cache.match(key, { ignoreSearch: true })) ?? Response.error();
  }
}

/** Fetches one thumbnail at a time: the page's own requests come first. */
async function cacheThumbnails(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(THUMBNAIL_CACHE);
  for (const url of urls) {
    const key = thumbnailCacheKey(url);
    const fetchedAt = (await cache.match(key))?.headers.get("date") ?? 0;
    if (Date.now() - new Date(fetchedAt).getTime() < THUMBNAIL_FRESH_MS) continue;
    // The formats that pages accept. The server would make a JPEG for others and store it, and
    // `currentHash` in lib/client/picture-hashes.ts needs a JPEG that is made from the current file.
    const headers = { accept: "image/avif,image/webp" };
    const response = await fetch(url, { headers }).catch(() => null);
    // Fails if the browser's storage is full.
    if (response?.ok) await cache.put(key, response).catch(() => {});
  }
  // The oldest come first.
  const keys = await cache.keys();
  const extra = keys.slice(0, Math.max(0, keys.length - CACHED_THUMBNAILS_MAX));
  await Promise.all(extra.map((oldest) => cache.delete(oldest)));
}
