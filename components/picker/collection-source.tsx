"use client";

import { useEffect, useState } from "react";
import { ImageGrid } from "@/components/grid/image-grid";
import type { GroupedImages } from "@/components/search/results/duplicates";
import form from "@/components/ui/form.module.css";
import { fetchProofs, needsProof } from "@/lib/client/collections/image-proofs";
import { GridProvider } from "@/lib/client/grid-provider";
import type { CollectionSummary } from "@/lib/contract/collection";
import type { SavedImage } from "@/lib/contract/picked-image";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import styles from "./picker.module.css";
import { Grouping, PickTools } from "./picker-tools";
import { useTray } from "./tray-context";

/** The grid shows no more images of a collection. */
const IMAGES_MAX = 500;

const loadStore = () => import("@/lib/client/collections/collection-store");

type CollectionSelectProps = {
  chosen: CollectionSummary | null;
  onChoose: (collection: CollectionSummary | null) => void;
};

/** Chooses the search or one of this browser's collections; nothing without collections. */
export function CollectionSelect({ chosen, onChoose }: CollectionSelectProps) {
  const [collections, setCollections] = useState<readonly CollectionSummary[]>([]);
  useEffect(() => {
    loadStore()
      .then(({ listCollections }) => listCollections())
      // Browsers may deny storage to a frame of another site.
      .then(setCollections, () => {});
  }, []);
  if (collections.length === 0) return null;
  return (
    <label className={styles.source}>
      {messages("source")}
      <select
        className={form.select}
        value={chosen?.id ?? ""}
        onChange={({ target }) =>
          onChoose(collections.find(({ id }) => id === target.value) ?? null)
        }
      >
        <option value="">{messages("source.search")}</option>
        {collections.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

type CollectionImagesProps = { collection: CollectionSummary; service: ServiceLabel };

/** The images of a collection, to choose from. Needs a new key for another collection. */
export function CollectionImages({ collection, service }: CollectionImagesProps) {
  const tray = useTray();
  const { id, name, imageCount } = collection;
  const [images, setImages] = useState<readonly SavedImage[]>([]);
  const [grouped, setGrouped] = useState<GroupedImages | null>(null);
  const groups = grouped?.of === images ? grouped : null;
  const shown = groups?.images ?? images;
  useEffect(() => {
    let isLeft = false;
    const show = (next: readonly SavedImage[]) => {
      if (!isLeft) setImages(next);
    };
    void readFirst(id).then(async (saved) => {
      show(saved);
      const found = await fetchProofs(saved.filter((image) => needsProof(image)));
      if (found.size > 0) show(saved.map((image) => ({ ...image, ...found.get(image.id) })));
    });
    return () => {
      isLeft = true;
    };
  }, [id]);
  return (
    <GridProvider>
      <h1>{name}</h1>
      <p className={styles.rule}>
        {messages("source.count", { count: Math.min(imageCount, IMAGES_MAX), total: imageCount })}
      </p>
      <Grouping images={images} onGroup={setGrouped} />
      <ImageGrid
        images={shown}
        query={null}
        service={service}
        page=""
        notes={groups?.notes}
        store={tray}
        onLoadChange={ignore}
      />
      <PickTools images={images} shown={shown} />
    </GridProvider>
  );
}

function ignore() {}

async function readFirst(id: string): Promise<readonly SavedImage[]> {
  const all: SavedImage[] = [];
  const { readImages } = await loadStore();
  await readImages(id, (batch) => all.push(...batch)).catch(() => {});
  return all.slice(0, IMAGES_MAX);
}
