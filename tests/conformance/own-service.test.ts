import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { createEmbeddedService } from "@/lib/service/embedded-service";
import { openLibrary } from "@/lib/state/open-library";
import { applicationOf } from "@/tests/support/application";
import { FIXTURE_PICTURES } from "@/tests/support/fixture-pictures";
import { serveHandler } from "@/tests/support/serve-handler";
import { solidPng } from "@/tests/support/solid-png";
import { describeInterface } from "./interface-suite";
import type { RunningService } from "./subject";

const SERVICE_KEY = "a-service-key-for-this-test";

describeInterface({
  name: "our own service",
  start: startOwnService,
  query: "sea",
  pictures: FIXTURE_PICTURES.filter(({ keywords }) => keywords.includes("sea")),
});

/** Our service over a library of the fixture's pictures, as files with a manifest. */
async function startOwnService(): Promise<RunningService> {
  vi.stubEnv("VITRINE_LOG_LEVEL", "silent");
  const folder = mkdtempSync(join(tmpdir(), "vitrine-conformance-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const library = openLibrary({ dataDir });
  const location = writeManifest(folder);
  await library.addSource({ location, kind: "manifest", origin: "command" });
  await library.close();

  const service = createEmbeddedService({
    dataDir,
    libraryDirs: [],
    publicUrl: "https://pictures.example",
    demoManifest: null,
  });
  await service.ready();
  const answer = applicationOf({ embedded: service }, { serviceKey: SERVICE_KEY });
  const served = await serveHandler(answer);
  return {
    baseUrl: served.baseUrl,
    key: SERVICE_KEY,
    async stop() {
      await served.stop();
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function writeManifest(folder: string): string {
  const pictures = FIXTURE_PICTURES.map((picture) => {
    const file = `${picture.id}.png`;
    // A tenth of the size has the same shape, and is read in a hundredth of the time.
    const size = [picture.width / 10, picture.height / 10].map(Math.round) as [number, number];
    writeFileSync(join(folder, file), solidPng(...size, picture.accentColor, picture));
    return {
      file,
      name: picture.name,
      keywords: picture.keywords.split(" "),
      hostUrl: `https://${picture.host}/found/${picture.id}`,
      rating: picture.isModerate ? "moderate" : "strict",
    };
  });
  const manifest = join(folder, "manifest.json");
  writeFileSync(manifest, JSON.stringify({ pictures }));
  return manifest;
}
