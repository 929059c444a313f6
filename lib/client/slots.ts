import { useMemo, useSyncExternalStore } from "react";
import type { SizedSlot } from "@/lib/contract/crops";
import { exportedFileName } from "@/lib/core/exports/file-names";
import { OWN_SLOTS_MAX, SLOT_SIDE_PX_MAX, STANDARD_SLOTS } from "@/lib/core/slots/sized-slots";
import { slotsMessages as messages } from "@/lib/messages/compiled/slots";
import { parseJson } from "@/lib/protocol/parse-json";
import { onSettingChange, readSetting, saveSetting } from "./saved-setting";

const OWN = "vitrine.slots";
const CHOSEN = "vitrine.slot";

const ownText = () => readSetting(OWN);
const chosenName = () => readSetting(CHOSEN);
const none = () => null;

/** The editor's own slots in this browser. */
export function useOwnSlots(): readonly SizedSlot[] {
  const text = useSyncExternalStore(onSettingChange, ownText, none);
  return useMemo(() => parseSlots(text), [text]);
}

/** All slots, and the chosen one; null while no slot is chosen. */
export function useSlots(): { slots: readonly SizedSlot[]; slot: SizedSlot | null } {
  const own = useOwnSlots();
  const chosen = useSyncExternalStore(onSettingChange, chosenName, none);
  return useMemo(() => {
    const slots = [
      ...STANDARD_SLOTS.map((slot) => ({ ...slot, label: messages(slot.name) })),
      ...own,
    ];
    return { slots, slot: slots.find(({ name }) => name === chosen) ?? null };
  }, [own, chosen]);
}

/** Chooses a slot for all pages of this browser; null for none. */
export function chooseSlot(name: string | null): void {
  saveSetting(CHOSEN, name);
}

/** Saves the editor's own slots. */
export function saveOwnSlots(slots: readonly SizedSlot[]): void {
  saveSetting(OWN, slots.length === 0 ? null : JSON.stringify(slots));
}

/** Returns an editor's own slot; its name, which exports contain, derives from its label. */
export function ownSlot(label: string, width: number, height: number): SizedSlot {
  return { name: `own-${exportedFileName(label, "slot")}`, label, width, height };
}

function parseSlots(text: string | null): readonly SizedSlot[] {
  const parsed = parseJson(text ?? "[]");
  const saved: unknown = parsed.isJson ? parsed.value : [];
  return Array.isArray(saved) ? saved.filter(isSlot).slice(0, OWN_SLOTS_MAX) : [];
}

/** Whether a value is a valid width or height of a slot, in pixels. */
export function isSlotSide(px: unknown): px is number {
  return Number.isInteger(px) && Number(px) >= 1 && Number(px) <= SLOT_SIDE_PX_MAX;
}

function isSlot(saved: unknown): saved is SizedSlot {
  const { name, label, width, height } = Object(saved) as Record<string, unknown>;
  const isNamed = typeof name === "string" && name !== "" && typeof label === "string";
  return isNamed && isSlotSide(width) && isSlotSide(height);
}
