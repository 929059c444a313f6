"use client";

import { chooseSlot, useSlots } from "@/lib/client/slots";
import { slotsMessages as messages } from "@/lib/messages/compiled/slots";

type SlotSelectProps = { id?: string; className?: string | undefined; label?: string };

/** Chooses the slot that this browser's images are for. */
export function SlotSelect({ id, className, label }: SlotSelectProps) {
  const { slots, slot } = useSlots();
  return (
    <select
      id={id}
      className={className}
      aria-label={label}
      value={slot?.name ?? ""}
      onChange={({ target: { value } }) => chooseSlot(value || null)}
    >
      <option value="">{messages("none")}</option>
      {slots.map(({ name, label, width, height }) => (
        <option key={name} value={name}>
          {messages("option", { label, width: String(width), height: String(height) })}
        </option>
      ))}
    </select>
  );
}
