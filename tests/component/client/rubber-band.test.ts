import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createImageStore, type SelectionStore } from "@/lib/client/image-store";
import { createTray } from "@/lib/client/picker/tray";
import { watchRubberBand } from "@/lib/client/rubber-band";
import type { Slot } from "@/lib/contract/picker";
import { exportedImage } from "@/tests/support/requests/hostile-names";

/** Each 100 px wide, from the left. */
const IDS = ["a", "b", "c"];

let stop: AbortController;
let list: HTMLElement;

beforeEach(() => {
  stop = new AbortController();
  list = document.createElement("ul");
  list.style.cssText = "position: fixed; inset: 100px 0 auto 0; height: 200px; margin: 0";
  list.innerHTML = IDS.map(
    (id, i) =>
      `<li data-image-id="${id}" style="position: absolute; left: ${i * 100}px"><div style="width: 80px; height: 80px"></div></li>`,
  ).join("");
  document.body.append(list);
});
afterEach(() => {
  stop.abort();
  list.remove();
});

const watch = (store: SelectionStore) =>
  watchRubberBand(list, { store, bandClass: "", signal: stop.signal });

function point(type: string, clientX: number): void {
  const at = { clientX, clientY: 150, button: 0, pointerType: "mouse" };
  list.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true }));
}

async function frames(): Promise<void> {
  for (let i = 0; i < 4; i += 1) await new Promise(requestAnimationFrame);
}

function trayOf(slots: readonly Slot[]) {
  const onProblem = vi.fn();
  const tray = createTray(slots, { onProblem, fileNameOf: () => "a.png" });
  tray.add(IDS.map((id) => exportedImage({ id })));
  return { tray, onProblem };
}

test("a band over more images than the picker has places for chooses once", async () => {
  const { tray, onProblem } = trayOf([{ name: "hero" }]);
  watch(tray);
  point("pointerdown", 290);
  point("pointermove", 10);
  const { chosen } = tray.state();
  expect(chosen).toHaveLength(1);
  await frames();
  point("pointerup", 10);
  expect(tray.state().chosen).toBe(chosen);
  expect(onProblem).not.toHaveBeenCalled();
});

test("a band over more images than are free says once that the places are full", async () => {
  const { tray, onProblem } = trayOf([{ name: "hero" }, { name: "side" }]);
  watch(tray);
  point("pointerdown", 290);
  point("pointermove", 10);
  await frames();
  point("pointerup", 10);
  expect(tray.state().chosen.map(({ image }) => image.id)).toEqual(["a", "b"]);
  expect(onProblem.mock.calls).toEqual([[{ kind: "full" }]]);
});

test("a band that jumps from one image to another selects the other", async () => {
  const store = createImageStore(() => sessionStorage);
  watch(store);
  point("pointerdown", 90);
  point("pointermove", 50);
  expect([...store.selection().ids]).toEqual(["a"]);
  point("pointermove", 150);
  await frames();
  expect([...store.selection().ids]).toEqual(["b"]);
  point("pointermove", 92);
  point("pointerup", 92);
  expect(store.selection().ids.size).toBe(0);
});
