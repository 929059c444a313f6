import type { ComponentProps, CSSProperties } from "react";
import type { ColourRange } from "@/components/refinement/refinement-choices";
import { refinementChoicesMessages as messages } from "@/lib/messages/compiled/refinement-choices";
import { numberText } from "@/lib/messages/number-text";
import styles from "./palette.module.css";

type PaletteRangeProps = ComponentProps<"a"> & { range: ColourRange; isChosen: boolean };

/** A colour name in the palette: a link to its images, with one bar per image. */
export function PaletteRange({ range, isChosen, ...link }: PaletteRangeProps) {
  const { value, count, accents } = range;
  return (
    <a
      {...link}
      className={styles.range}
      data-colour={value}
      data-chosen={isChosen ? "" : undefined}
      draggable={false}
      style={{ "--n": count, "--bars": barsOf(accents) } as CSSProperties}
    >
      <span className={styles.bars} aria-hidden="true" />
      <span className={styles.label}>
        {messages(value)} <span>{numberText(count)}</span>
      </span>
    </a>
  );
}

/** Returns the bars as one background: separate elements would be most of the page's elements. */
function barsOf(accents: readonly string[]): string {
  const percent = (i: number) => `${Math.round((i * 1000) / accents.length) / 10}%`;
  const stops = accents.map((accent, i) => `${accent} ${percent(i)} ${percent(i + 1)}`);
  return `linear-gradient(90deg,${stops.join(",")})`;
}
