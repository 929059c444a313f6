import { type Browser, chromium } from "playwright";

/** Starts Chromium without background requests of its own. */
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
