import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { savedFocalPoint, saveFocalPoint } from "@/lib/client/focal-points";
import { onSettingChange } from "@/lib/client/saved-setting";

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a drag of a hundred moves is one write, and its last point is read at once", () => {
  let writes = 0;
  const end = onSettingChange(() => {
    writes += 1;
  });
  for (let move = 1; move <= 100; move += 1) saveFocalPoint("a", { x: move / 100, y: 0.5 });
  saveFocalPoint("b", { x: 0, y: 0 });
  expect([writes, savedFocalPoint("a")]).toEqual([0, { x: 1, y: 0.5 }]);
  vi.runAllTimers();
  expect(writes).toBe(1);
  expect(savedFocalPoint("a")).toEqual({ x: 1, y: 0.5 });
  expect(savedFocalPoint("b")).toEqual({ x: 0, y: 0 });
  end();
});
