import type { Ref } from "react";
import form from "@/components/ui/form.module.css";
import { creditDialogMessages } from "@/lib/messages/compiled/credit-dialog";
import styles from "./text-preview.module.css";

/** Cuts the preview of a large selection, because the browser lays out every line of it. */
export const PREVIEWED_MAX = 50;

type TextPreviewProps = {
  label: string;
  /** The text of at most `PREVIEWED_MAX` images. */
  text: string;
  imageCount: number;
  ref: Ref<HTMLPreElement>;
};

/** The text that a dialog copies, in a scrolled region, and how many images it leaves out. */
export function TextPreview({ label, text, imageCount, ref }: TextPreviewProps) {
  return (
    <section className={styles.preview} aria-label={label}>
      {/* A scrolled region must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre ref={ref} className={styles.text} dir="auto" tabIndex={0}>
        {text}
      </pre>
      {imageCount > PREVIEWED_MAX && (
        <p className={form.hint}>
          {creditDialogMessages("more", { count: imageCount - PREVIEWED_MAX })}
        </p>
      )}
    </section>
  );
}
