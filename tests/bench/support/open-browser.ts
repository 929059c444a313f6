import { type Browser, chromium } from "playwright";

/** A Chromium that asks nobody for anything but what is measured. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.VITRINE_CHROMIUM;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-quic",
    ],
  });
}
