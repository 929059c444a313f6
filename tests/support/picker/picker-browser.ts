import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import { type Browser, chromium, type Frame, type Page } from "playwright";
import { afterAll } from "vitest";
import { findChromium, installedShell } from "../../../lib/programs/chromium.mjs";
import { PROJECT_ROOT } from "../files/project-files";
import { close, listen, portOf } from "../servers/listen";
import { type PickerInstallation, pickerInstallation } from "../servers/picker-installation";

/** Pages of other programs and of attackers, at every name under `.localhost`, on one port. */
export type OtherSites = {
  /** The origin of a name, such as `cms`. */
  at(name: string): string;
  /** Serves a page; returns its URL. Its script may use `received`, the messages that it got. */
  page(name: string, content: string, headers?: Record<string, string>): string;
};

/** Starts the servers of other sites; they end with the file's tests. */
export async function otherSites(): Promise<OtherSites> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const { html = "", headers = {} } = pages.get(request.url ?? "") ?? {};
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(html);
  });
  await listen(server);
  const port = portOf(server);
  afterAll(() => close(server));
  const at = (name: string) => `http://${name}.localhost:${port}`;
  return {
    at,
    page(name, content, headers = {}) {
      const path = `/${pages.size}`;
      pages.set(path, { html: `<!doctype html>${RECORDER}${content}`, headers });
      return at(name) + path;
    },
  };
}

/** Records messages; a page has no other way to get an answer. */
export const RECORDER = `<script>
var received = [];
addEventListener("message", (event) => received.push({ data: event.data, origin: event.origin }));
</script>`;

type Message = { type: string; session?: string; reason?: string; images?: unknown[] };

/** Returns the messages that a page got, with the number of their images. */
export function receivedAt(at: Page | Frame) {
  return at.evaluate(() =>
    (globalThis as never as { received: { data: Message }[] }).received.map(({ data }) => {
      const { type, session, reason, images = [] } = data;
      return { type, session, reason, imageCount: images.length };
    }),
  );
}

export const typesAt = async (at: Page | Frame) => (await receivedAt(at)).map(({ type }) => type);

export type PickerBrowser = PickerInstallation & {
  browser: Browser;
  /** The name by which browsers open the picker. */
  pickerOrigin: string;
  /** The frames of a page in which the picker runs. */
  pickers(page: Page): Frame[];
};

/** Starts the program and Chromium for the tests of a file; the picker's page is `kit-page.ts`. */
export async function pickerBrowser(settings: Record<string, string>): Promise<PickerBrowser> {
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT_ROOT, "tests/support/picker/kit-page.ts")],
    write: false,
    bundle: true,
    format: "iife",
    target: "es2022",
    logLevel: "warning",
  });
  const script = outputFiles[0]?.text.replaceAll("</script", "<\\/script") ?? "";
  const page = (nonce: string) => `<!doctype html><script nonce="${nonce}">${script}</script>`;
  const installation = await pickerInstallation(settings, page);
  const executablePath = installedShell() ?? (await findChromium());
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox"],
  });
  afterAll(() => browser.close());
  const pickerOrigin = installation.origin.replace("127.0.0.1", "pictures.localhost");
  return {
    ...installation,
    browser,
    pickerOrigin,
    pickers: (opened) =>
      opened.frames().filter((frame) => frame.url().startsWith(`${pickerOrigin}/picker?`)),
  };
}
