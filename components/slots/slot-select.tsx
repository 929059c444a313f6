"use client";

import form from "@/components/ui/form.module.css";
import { chooseSlot, useSlots } from "@/lib/client/slots";
import { slotsMessages as messages } from "@/lib/messages/compiled/slots";
import styles from "./slot-select.module.css";

/** Chooses the slot that this browser's images are for. `isNamed`: no text beside it names it. */
export function SlotSelect({ isNamed = false }: { isNamed?: boolean }) {
  const { slots, slot } = useSlots();
  return (
    <select
      className={isNamed ? styles.select : form.select}
      aria-label={isNamed ? messages("title") : undefined}
      value={slot?.name ?? ""}
      onChange={({ target: { value } }) => chooseSlot(value || null)}
    >
      <option value="">{messages(isNamed ? "noneNamed" : "none")}</option>
      {slots.map(({ name, label, width, height }) => (
        <option key={name} value={name}>
          {messages("option", { label, width: String(width), height: String(height) })}
        </option>
      ))}
    </select>
  );
}
