"use client";

import { fitText } from "@/components/slots/fit-text";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { toggled } from "@/lib/core/image/selection";
import { isUsable, placeCount } from "@/lib/core/slots/chosen-images";
import { slotFit } from "@/lib/core/slots/slot-fit";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import { slotLabel } from "./slot-label";
import { useTray, useTrayState } from "./tray-context";
import styles from "./use-act.module.css";

/** Chooses the image in the lightbox for the slot that is filled next, or removes it; and the tray's state. */
export function ChooseButton({ image }: { image: ExportedImage }) {
  const tray = useTray();
  const { chosen, slot } = useTrayState();
  const isChosen = chosen.some((each) => each.image.id === image.id);
  const count = messages("chosen", { count: chosen.length, max: placeCount(tray.slots) });
  const fitted = tray.fitted(image);
  const fit = slot !== null && !isChosen ? fitText(slotFit(fitted, slot)) : null;
  return (
    <div className={styles.act}>
      <button
        type="button"
        className={isChosen ? button.button : button.main}
        aria-disabled={!isChosen && (slot === null || !isUsable(fitted, slot))}
        aria-keyshortcuts="X"
        onClick={() => {
          tray.select(toggled(tray.selection(), image.id));
          if (isChosen) announce(messages("removed"));
        }}
      >
        {isChosen
          ? messages("remove.short")
          : messages("useFor", {
              slot: slot === null ? "none" : "one",
              name: slot ? slotLabel(slot) : "",
            })}
      </button>
      <p className={styles.state}>
        {fit !== null && <span>{fit}</span>}
        <span>{count}</span>
      </p>
    </div>
  );
}
