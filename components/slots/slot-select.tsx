"use client";

import { chooseSlot, useSlots } from "@/lib/client/slots";
import { slotsMessages as messages } from "@/lib/messages/compiled/slots";

type SlotSelectProps = {
  className?: string | undefined;
  /** Its name, if no text beside it is. */
  label?: string;
};

/** Chooses the slot that this browser's images are for. */
export function SlotSelect({ className, label }: SlotSelectProps) {
  const { slots, slot } = useSlots();
  return (
    <select
      className={className}
      aria-label={label}
      value={slot?.name ?? ""}
      onChange={({ target: { value } }) => chooseSlot(value || null)}
    >
      <option value="">{messages(label === undefined ? "none" : "noneNamed")}</option>
      {slots.map(({ name, label, width, height }) => (
        <option key={name} value={name}>
          {messages("option", { label, width: String(width), height: String(height) })}
        </option>
      ))}
    </select>
  );
}
