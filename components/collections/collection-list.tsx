import type { ReactNode } from "react";
import { ShelfPictures } from "@/components/grid/shelf-pictures";
import primitives from "@/components/ui/primitives.module.css";
import { usePictureSettings } from "@/lib/client/picture-settings";
import type { CollectionSummary } from "@/lib/contract/collection";
import { coversPicture } from "@/lib/core/settings/pictures";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collection-list.module.css";

type CollectionListProps = {
  collections: readonly Pick<CollectionSummary, "id" | "name" | "imageCount" | "pictures">[];
  /** Returns further content of a collection's case. */
  children?: (id: string, name: string) => ReactNode;
};

/** Collections as links, each a display case with the collection's first pictures. */
export function CollectionList({ collections, children }: CollectionListProps) {
  const settings = usePictureSettings();
  // The pictures of a case do not say which search found them.
  const areCovered = settings !== null && coversPicture(settings, true);
  return (
    <ul className={styles.floors}>
      {collections.map(({ id, name, imageCount, pictures }) => (
        <li key={id} className={styles.place}>
          <a className={styles.floor} href={`/collections/${id}`}>
            <span className={styles.case}>
              <ShelfPictures pictures={pictures} areCovered={areCovered} />
            </span>
            <b className={`${primitives.name} ${primitives.clipped}`} dir="auto">
              {name}
            </b>
            <span className={styles.count}>{messages("count", { count: imageCount })}</span>
          </a>
          {children?.(id, name)}
        </li>
      ))}
    </ul>
  );
}
