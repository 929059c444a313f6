/**
 * Searches the library in the data folder `argv[2]` through `/v1/search`, with a configured key and without.
 * Prints both statuses and the names found as JSON.
 */
import { setLogLevel } from "@/lib/platform/log";
import { createEmbeddedService } from "@/lib/service/embedded-service";
import { createServiceKeys } from "@/lib/service/identify-key";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf, libraryRoutes } from "@/tests/support/servers/application";

setLogLevel("silent");
const dataDir = process.argv[2] ?? "";
const publicUrl = "https://pictures.example";
const service = createEmbeddedService({ dataDir, libraryDirs: [], publicUrl, demoManifest: null });
const key = "a-key-of-at-least-24-characters";

async function search(serviceKey: string | null): Promise<Response> {
  const keys = createServiceKeys({ serviceKey, keyPepper: null, dataDir });
  const application = applicationOf(libraryRoutes(service), { serviceKeys: keys });
  return ask(application, "/v1/search?q=sea", { key });
}

const [withoutKey, withKey] = [await search(null), await search(key)];
const { value = [] } = (await withKey.json()) as { value?: { name: string }[] };
process.stdout.write(
  JSON.stringify({
    statuses: [withoutKey.status, withKey.status],
    names: value.map(({ name }) => name),
  }),
);
await service.close();
