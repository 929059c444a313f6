import type { Image } from "@/lib/contract/search-answer";
import { tileMessages } from "@/lib/messages/compiled/tile";
import styles from "./corner-note.module.css";

/** A note on the tile of an image that has copies in the library: how many, with a link to their list. */
export function CopiesNote({ count, sizeCount, url }: NonNullable<Image["copies"]>) {
  return (
    <a className={styles.note} href={url}>
      <span>{tileMessages(sizeCount === count ? "sizes" : "copies", { count })}</span>
    </a>
  );
}
