"use client";

import form from "@/components/ui/form.module.css";
import { Icon } from "@/components/ui/icon";
import { chooseSlot, useSlots } from "@/lib/client/slots";
import type { SizedSlot } from "@/lib/contract/crops";
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
      {slots.map((each) => (
        <option key={each.name} value={each.name}>
          {optionText(each)}
        </option>
      ))}
    </select>
  );
  if (!isNamed) return select;
  return (
    <span className={styles.named}>
      {/* As wide as the chosen text, which sets the width of the select above it. */}
      <span className={styles.chosen} aria-hidden>
        {slot === null ? messages("noneNamed") : optionText(slot)}
      </span>
      {select}
      <Icon name="chevron" isSmall />
    </span>
  );
}

function optionText({ label, width, height }: SizedSlot): string {
  return messages("option", { label, width: String(width), height: String(height) });
}
