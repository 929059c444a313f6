import { findChromium, installedShell } from "../../../lib/programs/chromium.mjs";

/** Component tests run in Chromium. @throws an error that says how to get one, if there is none */
export default async function setup(): Promise<void> {
  if (installedShell() ?? (await findChromium())) return;
  throw new Error("Component tests need Chromium: npx playwright install chromium");
}
