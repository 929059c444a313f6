import type { ExportedImage } from "@/lib/contract/picked-image";
import type { Slot } from "@/lib/contract/picker";
import { NO_SELECTION, type Selection } from "@/lib/core/image/selection";
import {
  type ChosenImage,
  choose,
  firstFreeSlot,
  inSlotOrder,
  isUsable,
  placeCount,
} from "@/lib/core/slots/chosen-images";
import { CENTRE } from "@/lib/core/slots/slot-crop";
import { type FittedImage, type KnownSize, type SlotFit, slotFit } from "@/lib/core/slots/slot-fit";
import { savedFocalPoint } from "../focal-points";
import type { SelectionStore } from "../image-store";

/** Why an image was not chosen. */
export type TrayProblem =
  | { kind: "full" }
  | { kind: "unusable"; image: ExportedImage; slot: Slot; fit: SlotFit };

export type TrayState = {
  /** In the order of the slots. */
  chosen: readonly ChosenImage[];
  /** The slot that the next image fills; null if all are full. */
  slot: Slot | null;
  /** The key of the chosen image that the next one replaces; null if it fills a free place. */
  replacedKey: string | null;
  /** Images that are known to have transparent pixels. */
  transparentIds: ReadonlySet<string>;
};

/** The images that an editor has chosen for the slots of a call. Tiles select through it. */
export type Tray = SelectionStore & {
  slots: readonly Slot[];
  /** Returns the same object until something changes. */
  state(): TrayState;
  /** Registers images that tiles may select. */
  add(images: readonly ExportedImage[]): void;
  /** The next image fills this slot, or replaces the image with this key. */
  aim(slotName: string, replacedKey?: string): void;
  /** Records that an image has transparent pixels. Removes it from slots that do not take it. */
  markTransparent(id: string): void;
  /** Returns an image with the mark of `markTransparent`, for `slotFit` and `isUsable`. */
  fitted<Of extends KnownSize & { id: string }>(image: Of): Of & FittedImage;
  /** Puts an image into the slot that is being filled, even if another slot has it. Returns false if it can't. */
  place(image: ExportedImage): boolean;
  /** Returns the default name of an image's file. */
  fileNameOf(image: ExportedImage): string;
  change(key: string, changes: Partial<ChosenImage>): void;
  remove(key: string): void;
};

/**
 * Creates an empty tray. `onProblem` is called with the reason why a selected image was not chosen;
 * `fileNameOf` returns the default name of an image's file.
 */
export function createTray(
  slots: readonly Slot[],
  {
    onProblem,
    fileNameOf,
  }: { onProblem: (problem: TrayProblem) => void; fileNameOf: (image: ExportedImage) => string },
): Tray {
  const known = new Map<string, ExportedImage>();
  const listeners = new Set<() => void>();
  const isSingle = placeCount(slots) === 1;
  let chosen: readonly ChosenImage[] = [];
  let aim: { slotName: string; replacedKey: string | null } | null = null;
  let anchorId: string | null = null;
  let keyCount = 0;
  let transparentIds: ReadonlySet<string> = new Set();
  let state = stateNow();
  let selection: Selection = NO_SELECTION;

  function stateNow(): TrayState {
    const aimed = slots.find(({ name }) => name === aim?.slotName);
    if (aim !== null && aimed !== undefined) {
      return { chosen, slot: aimed, replacedKey: aim.replacedKey, transparentIds };
    }
    const free = firstFreeSlot(slots, chosen);
    // The only place takes each image that is selected.
    if (free === null && isSingle) {
      const replacedKey = chosen[0]?.key ?? null;
      return { chosen, slot: slots[0] ?? null, replacedKey, transparentIds };
    }
    return { chosen, slot: free, replacedKey: null, transparentIds };
  }

  function set(next: readonly ChosenImage[]): void {
    chosen = inSlotOrder(slots, next);
    state = stateNow();
    selection = { ids: new Set(chosen.map(({ image }) => image.id)), anchorId };
    for (const listener of listeners) listener();
  }

  const fitted: Tray["fitted"] = (image) => ({
    ...image,
    isTransparent: transparentIds.has(image.id),
  });

  function place(image: ExportedImage): boolean {
    const { slot, replacedKey } = state;
    if (slot === null) {
      onProblem({ kind: "full" });
      return false;
    }
    if (!isUsable(fitted(image), slot)) {
      onProblem({ kind: "unusable", image, slot, fit: slotFit(fitted(image), slot) });
      return false;
    }
    keyCount += 1;
    const next = choose(image, slot, {
      key: String(keyCount),
      fileName: fileNameOf(image),
      focus: savedFocalPoint(image.id) ?? CENTRE,
    });
    aim = null;
    set(
      replacedKey === null
        ? [...chosen, next]
        : chosen.map((each) => (each.key === replacedKey ? next : each)),
    );
    return true;
  }

  return {
    slots,
    state: () => state,
    selection: () => selection,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(images) {
      for (const image of images) known.set(image.id, image);
    },
    select(next) {
      if (next === selection) return;
      const before = selection.ids;
      ({ anchorId } = next);
      const kept = chosen.filter(({ image }) => next.ids.has(image.id));
      if (kept.length < chosen.length) aim = null;
      set(kept);
      for (const id of next.ids) {
        const image = known.get(id);
        if (!before.has(id) && image !== undefined && !place(image)) break;
      }
    },
    aim(slotName, replacedKey) {
      aim = { slotName, replacedKey: replacedKey ?? null };
      set(chosen);
    },
    markTransparent(id) {
      transparentIds = new Set([...transparentIds, id]);
      const isRefused = ({ image, slot }: ChosenImage) =>
        image.id === id && slots.some((each) => each.name === slot && each.transparent === false);
      const refused = chosen.find(isRefused);
      const slot = slots.find(({ name }) => name === refused?.slot);
      set(chosen.filter((each) => !isRefused(each)));
      if (refused === undefined || slot === undefined) return;
      onProblem({ kind: "unusable", image: refused.image, slot, fit: { kind: "transparent" } });
    },
    fitted,
    place,
    fileNameOf,
    change: (key, changes) =>
      set(chosen.map((each) => (each.key === key ? { ...each, ...changes } : each))),
    remove(key) {
      aim = null;
      set(chosen.filter((each) => each.key !== key));
    },
  };
}
