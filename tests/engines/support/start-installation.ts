import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callerPage } from "../../e2e/picker/support/caller-page";
import { startInstallation } from "../../e2e/support/installation";
import { close, listen } from "../../support/servers/listen";

/** Runs one installation for all engines, and a program on another site that opens its picker. */
export default async function start(): Promise<() => Promise<void>> {
  let page = "";
  const program = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html; charset=utf-8").end(page);
  });
  const caller = await listen(program);
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-engines-"));
  const installation = await startInstallation(
    { VITRINE_SIGN_UP: "open", VITRINE_PICKER_ORIGINS: caller },
    dataDir,
  );
  page = callerPage(installation.address, {
    callerName: "Example CMS",
    documentName: "Harbour guide",
    query: "sea",
    safesearch: "strict",
    slots: [{ name: "square", label: "Square", width: 400, height: 400 }],
  });
  process.env.VITRINE_ENGINES_ORIGIN = installation.address;
  process.env.VITRINE_ENGINES_CALLER = caller;
  process.env.VITRINE_ENGINES_DATA = dataDir;
  return async () => {
    await installation.stop();
    await close(program);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
}
