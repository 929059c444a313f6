import { execFile } from "node:child_process";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { type CodeSample, codeSamples } from "@/lib/service/api/code-samples";
import { openApiDocument } from "@/lib/service/api/openapi";
import type { Picture } from "@/lib/service/picture";
import { startKeyService, WIDE_PLAN } from "@/tests/support/accounts/key-service";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { startEmbeddedService } from "@/tests/support/servers/embedded-service";
import { type ServedHandler, serveHandler } from "@/tests/support/servers/serve-handler";

type Reference = { $ref: string };
type Content = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = {
  responses: Record<string, { headers: object; content: Record<string, Content> }>;
};

const PLAN = { ...WIDE_PLAN, name: "Free", countMax: 50, transparent: false };

let embedded: Awaited<ReturnType<typeof startEmbeddedService>>;
let service: Awaited<ReturnType<typeof startKeyService>>;
let served: ServedHandler;
let key: string;
let fails: Error | null = null;

beforeAll(async () => {
  embedded = await startEmbeddedService();
  const find = async (...search: Parameters<typeof embedded.service.find>): Promise<Picture[]> => {
    if (fails !== null) throw fails;
    return embedded.service.find(...search);
  };
  service = await startKeyService(
    { dataDir: temporaryFolder() },
    {
      embedded: { ...embedded.service, find },
      plans: [PLAN, { ...PLAN, id: "small", searchesPerMonth: 1 }],
    },
  );
  served = await serveHandler(service.answer);
  key = (await service.newKey()).text;
});
afterAll(async () => {
  await served?.stop();
  await service?.stop();
  await embedded?.stop();
});

describe("every recorded answer matches the document", () => {
  const document = openApiDocument("http://gallery.example");
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats(ajv);
  ajv.addVocabulary([
    "components",
    "paths",
    "openapi",
    "info",
    "servers",
    "security",
    "externalDocs",
  ]);
  // Clients accept further fields; our own answers must have none that the document does not.
  const closed = JSON.parse(JSON.stringify(document), (_name, value) =>
    value?.type === "object" ? { ...value, additionalProperties: false } : value,
  );
  ajv.addSchema({ $id: "http://document.example/", ...closed });

  /** Sends a request, and checks status, type, body and headers against the document. */
  async function record(
    path: "/v1/search" | "/v1/usage",
    query = "",
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${served.baseUrl}${path}${query}`, {
      headers: { "x-api-key": key, ...headers },
    });
    const body = await response.json();
    const { responses } = document.paths[path].get as unknown as Operation;
    const documented = responses[response.status];
    const type = response.headers.get("content-type") ?? "";
    const schema = documented?.content[type]?.schema as Reference | undefined;
    expect([path, response.status, type, schema?.$ref]).toEqual([
      path,
      response.status,
      type,
      expect.stringMatching(/^#\/components\/schemas\//),
    ]);
    const validate = ajv.getSchema(`http://document.example/${schema?.$ref}`);
    const isValid = validate?.(body);
    expect([isValid, validate?.errors ?? []]).toEqual([true, []]);
    if (response.status === 429 || response.status === 200) {
      for (const name of Object.keys(documented?.headers ?? {})) {
        expect([name, response.headers.has(name)]).toEqual([name, true]);
      }
    }
    return { status: response.status, body };
  }

  test("and so does every example", () => {
    let count = 0;
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      for (const { content } of Object.values((operation as unknown as Operation).responses)) {
        for (const { schema, example, examples = {} } of Object.values(content)) {
          const validate = ajv.getSchema(`http://document.example/${(schema as Reference).$ref}`);
          const values = Object.values(examples).map(({ value }) => value);
          for (const each of example === undefined ? values : [example]) {
            count += 1;
            expect([each, validate?.(each), validate?.errors]).toEqual([each, true, null]);
          }
        }
      }
    }
    expect(count).toBeGreaterThan(40);
  });

  test("200, with and without images", async () => {
    const { body } = await record("/v1/search", "?q=sea&count=50&safesearch=moderate");
    expect(body.value.length).toBeGreaterThan(10);
    expect((await record("/v1/search", "?q=zyxwvut")).body.value).toEqual([]);
    const usage = await record("/v1/usage");
    expect(usage.body).toMatchObject({ usedThisMonth: 2, thresholdPercent: 0 });
  });

  test.each([
    [400, "?q=&count=0", {}],
    [401, "?q=sea", { "x-api-key": "wrong" }],
    [401, `?q=sea&key=x`, {}],
    [402, "?q=sea&count=51", {}],
    [402, "?q=sea&transparent=true", {}],
  ] as [number, string, Record<string, string>][])("%i for %s", async (status, query, headers) => {
    for (const accept of ["application/json", "application/problem+json"]) {
      expect((await record("/v1/search", query, { accept, ...headers })).status).toBe(status);
    }
  });

  test("403 for another site and another scope", async () => {
    const limited = await service.newKey({ sites: ["a.example"], scopes: ["search"] });
    const headers = { "x-api-key": limited.text };
    expect((await record("/v1/search", "?q=sea", headers)).status).toBe(403);
    expect((await record("/v1/usage", "", headers)).status).toBe(403);
  });

  test("429 after the quota's last search", async () => {
    const { changeAccount } = service.accounts;
    const by = { id: "command", from: "local" };
    await changeAccount("account-1", { plan: "small" }, by);
    expect((await record("/v1/search", "?q=sea")).status).toBe(429);
    expect((await record("/v1/usage")).body.thresholdPercent).toBe(100);
    await changeAccount("account-1", { plan: PLAN.id }, by);
  });

  test("500 and 503", async () => {
    fails = new TypeError("a bug");
    expect((await record("/v1/search", "?q=sea")).status).toBe(500);
    fails = new AppError("library_unreadable", "broken");
    expect((await record("/v1/search", "?q=sea")).status).toBe(503);
    fails = null;
  });
});

describe("the examples of the documentation", () => {
  const COMMANDS: Record<CodeSample["lang"], [string, (source: string) => string[]]> = {
    curl: ["sh", (source) => ["-c", source]],
    JavaScript: [process.execPath, (source) => ["--input-type=module", "-e", source]],
    Python: ["python3", (source) => ["-c", source]],
  };
  const PROGRAMS = { curl: "curl", JavaScript: process.execPath, Python: "python3" };

  type Outcome = { code: number | string; output: string; error: string };

  function run(command: string, args: string[], env: Record<string, string>): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = { env: { ...process.env, ...env }, cwd: temporaryFolder() };
      execFile(command, args, options, (error, output, stderr) =>
        resolve({ code: error?.code ?? 0, output, error: stderr }),
      );
    });
  }

  /** Runs the sample of a language against a service. */
  function sample(lang: CodeSample["lang"], baseUrl: string, key: string): Promise<Outcome> {
    const { source = "" } = codeSamples(baseUrl).find((each) => each.lang === lang) ?? {};
    const [command, argsOf] = COMMANDS[lang];
    return run(command, argsOf(source), { VITRINE_KEY: key });
  }

  test.each(["curl", "JavaScript", "Python"] as const)("%s", async (lang) => {
    const isInstalled = (await run(PROGRAMS[lang], ["--version"], {})).code !== "ENOENT";
    if (!isInstalled) return;
    const found = await sample(lang, served.baseUrl, key);
    expect([found.code, found.error.replace(/^ .*|^.*Dload.*/gm, "").trim()]).toEqual([
      0,
      expect.any(String),
    ]);
    expect(found.output).toContain("/original");
    const refused = await sample(lang, served.baseUrl, "wrong");
    expect(refused.code).not.toBe(0);
    expect(refused.output + refused.error).toContain("The API key is missing or not valid.");

    // A service that is busy for a second, without JSON, and one whose quota is used for an hour.
    let requests = 0;
    const busy = await serveHandler(async (request) => {
      requests += 1;
      if (requests > 1) return service.answer(request);
      return new Response("<p>Busy</p>", { status: 503, headers: { "retry-after": "1" } });
    });
    const spent = await serveHandler(async () => {
      const headers = { "retry-after": "3600" };
      return Response.json({ error: "The quota is used." }, { status: 429, headers });
    });
    onTestFinished(() => Promise.all([busy.stop(), spent.stop()]).then(() => {}));
    const [waited, ended] = await Promise.all([
      sample(lang, busy.baseUrl, key),
      sample(lang, spent.baseUrl, key),
    ]);
    expect([waited.code, requests]).toEqual([0, 2]);
    expect(waited.output).toContain("/original");
    expect(ended.code).not.toBe(0);
    expect(ended.output + ended.error).toContain("The quota is used.");
  });
});
