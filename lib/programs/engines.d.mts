export type EngineName = "chromium" | "firefox" | "webkit";

type Driven = { browser: string; driver: string };

export function findEngines(): {
  chromium: Driven | null;
  firefox: string | null;
  webkit: Driven | null;
};
export function getEngines(): Promise<string>;
