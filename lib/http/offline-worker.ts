import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pagesBuild } from "@/lib/platform/build";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { type Endpoint, FILE } from "@/lib/web/route";

/** A worker that deletes all caches and unregisters itself. */
const REMOVAL = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

/**
 * GET /sw.js: the service worker (lib/client/offline/worker.ts). Browsers compare it with the installed
 * one at each visit, so each returning browser gets a new build, or the removal.
 *
 * @param isOn false sends a worker that removes itself and its caches
 */
export function offlineWorkerEndpoint(isOn: boolean): Endpoint {
  let script: string | null = isOn ? null : REMOVAL;

  function load(): string {
    const root = /* turbopackIgnore: true */ process.cwd();
    const worker = readFileSync(join(root, ".programs", "offline-worker.js"), "utf8");
    return `const PAGES_BUILD = ${JSON.stringify(pagesBuild())};\n${worker}`;
  }

  return {
    ...FILE,
    path: "/sw.js",
    async handler() {
      script ??= load();
      return new BytesResponse(script, {
        headers: {
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "no-cache",
          // Its own policy: a worker does not inherit that of a page.
          "content-security-policy": "default-src 'none'; connect-src 'self'",
        },
      });
    },
  };
}
