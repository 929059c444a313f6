"use client";

import form from "@/components/ui/form.module.css";
import { Icon } from "@/components/ui/icon";
import { chooseSlot, useSlots } from "@/lib/client/slots";
import { slotsMessages as messages } from "@/lib/messages/compiled/slots";
import styles from "./slot-select.module.css";

/** Chooses the slot that images are marked and cropped for. `isNamed`: it has no label beside it. */
export function SlotSelect({ isNamed = false }: { isNamed?: boolean }) {
  const { slots, slot } = useSlots();
  const select = (
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
  if (!isNamed) return select;
  return (
    <span className={styles.named}>
      {select}
      <Icon name="chevron" isSmall />
    </span>
  );
}
