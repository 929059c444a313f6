import type { SlotFit } from "@/lib/core/slots/slot-fit";
import styles from "./fit-mark.module.css";
import { fitText } from "./fit-text";

type FitMarkProps = {
  fit: SlotFit;
  /** Whether the slot takes the image; otherwise its tile has no box. */
  isUsable: boolean;
};

/** Says on an image's tile how it fits the slot that is being filled. */
export function FitMark({ fit, isUsable }: FitMarkProps) {
  return (
    <span className={styles.mark} data-fit={fit.kind} data-unusable={isUsable ? undefined : ""}>
      {fit.kind === "cropped" ? (
        <>
          <span className={styles.whole}>{fitText(fit)}</span>
          <span className={styles.short} aria-hidden="true">
            {fitText(fit, true)}
          </span>
        </>
      ) : (
        fitText(fit)
      )}
    </span>
  );
}
