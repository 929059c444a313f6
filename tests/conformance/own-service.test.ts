import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import createClient from "openapi-fetch";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createEmbeddedService, type EmbeddedService } from "@/lib/service/embedded-service";
import { openLibrary } from "@/lib/state/open-library";
import { startKeyService } from "@/tests/support/accounts/key-service";
import type { paths } from "@/tests/support/api-client/generated-client";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { FIXTURE_PICTURES } from "@/tests/support/pictures/fixture-pictures";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { applicationOf, libraryRoutes } from "@/tests/support/servers/application";
import { serveHandler } from "@/tests/support/servers/serve-handler";
import { describeInterface } from "./interface-suite";
import type { RunningService } from "./subject";

const SERVICE_KEY = "a-service-key-for-this-test";

const SUBJECT = {
  query: "sea",
  pictures: FIXTURE_PICTURES.filter(({ keywords }) => keywords.includes("sea")),
};

describeInterface({ name: "our own service", start: withOperatorKey, ...SUBJECT });
describeInterface({ name: "our own service, by an account's key", start: withKey, ...SUBJECT });
describeInterface({
  name: "our own service, by the generated client",
  start: withGeneratedClient,
  ...SUBJECT,
});

test("a helpful search adds to the exact answer, and keeps its filters", async () => {
  const { folder } = await startLibrary();
  const find = async (finding: "exact" | "helpful") => {
    const service = createEmbeddedService({
      dataDir: join(folder, "data"),
      libraryDirs: [],
      publicUrl: "https://pictures.example",
      demoManifest: null,
      finding,
    });
    onTestFinished(() => service.close());
    await service.ready();
    return service.find({ q: "plant", count: 100, site: "harbour.example" });
  };
  const [exact, helpful] = [await find("exact"), await find("helpful")];
  expect(helpful.length).toBeGreaterThan(exact.length);
  expect(helpful.slice(0, exact.length)).toEqual(exact);
  for (const { host } of helpful) expect(`.${host}`).toMatch(/\.harbour\.example$/);
});

let library: Promise<{ service: EmbeddedService; folder: string }> | undefined;
afterAll(async () => {
  await (await library)?.service.close();
});

async function withOperatorKey(): Promise<RunningService> {
  const { service } = await startLibrary();
  const served = await serveHandler(
    applicationOf(libraryRoutes(service), { serviceKey: SERVICE_KEY }),
  );
  return { ...served, key: SERVICE_KEY };
}

async function withKey(): Promise<RunningService> {
  const { service } = await startLibrary();
  const dataDir = temporaryFolder();
  const keyService = await startKeyService({ dataDir }, { embedded: service });
  const served = await serveHandler(keyService.answer);
  const { text } = await keyService.newKey();
  return {
    baseUrl: served.baseUrl,
    key: text,
    async stop() {
      await served.stop();
      await keyService.stop();
    },
  };
}

/** Uses the client that is generated from the OpenAPI document (tests/api/api-client.test.ts). */
async function withGeneratedClient(): Promise<RunningService> {
  const running = await withKey();
  const { GET } = createClient<paths>({ baseUrl: running.baseUrl });
  return {
    ...running,
    async client(query, headers) {
      const { data, error, response } = await GET("/v1/search", {
        headers,
        parseAs: "text",
        ...(typeof query === "string"
          ? { params: { query: { q: "" } }, querySerializer: () => query }
          : { params: { query: typed(query) } }),
      });
      return {
        status: response.status,
        contentType: response.headers.get("content-type") ?? "",
        text: data ?? JSON.stringify(error),
      };
    },
  };
}

type SearchQuery = paths["/v1/search"]["get"]["parameters"]["query"];

/** Converts the parameters to the types of the document. */
function typed({ count, transparent, ...texts }: Record<string, string>): SearchQuery {
  return {
    ...(texts as { q: string }),
    ...(count !== undefined && { count: Number(count) }),
    ...(transparent !== undefined && { transparent: transparent === "true" }),
  };
}

/** Starts our service over a library of the fixture's pictures, as files with a manifest. */
function startLibrary() {
  library ??= importLibrary();
  return library;
}

async function importLibrary() {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const store = openLibrary({ dataDir });
  const location = writeManifest(folder);
  await store.addSource({ location, kind: "manifest", origin: "command" });
  await store.close();

  const service = createEmbeddedService({
    dataDir,
    libraryDirs: [],
    publicUrl: "https://pictures.example",
    demoManifest: null,
    // What a helpful search adds does not have all words of the query.
    finding: "exact",
  });
  await service.ready();
  return { service, folder };
}

function writeManifest(folder: string): string {
  const pictures = FIXTURE_PICTURES.map((picture) => {
    const file = `${picture.id}.png`;
    // A tenth of the size keeps the shape and decodes in a hundredth of the time.
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
