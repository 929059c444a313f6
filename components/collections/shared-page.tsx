"use client";

import {
  type CSSProperties,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { DensityContext } from "@/components/grid/density";
import { LongGrid } from "@/components/grid/long-grid";
import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import text from "@/components/ui/text.module.css";
import { createReferenceQueue } from "@/lib/client/collections/image-references";
import { readShareLink } from "@/lib/client/collections/share-link";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { placeOf } from "@/lib/core/image/image-place";
import { imageSources } from "@/lib/core/image/image-sources";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import page from "./collection-page.module.css";
import tile from "./collection-tile.module.css";

const SaveDialog = lazy(() =>
  import("@/components/picks/save-dialog").then(({ SaveDialog }) => ({ default: SaveDialog })),
);

type Shared = { title: string; images: readonly ExportedImage[]; droppedCount: number };

const LIST = { className: tile.grid, "aria-label": messages("images") };

/** The collection of a shared link: marked as not saved, and saved only on request. */
export function SharedPage() {
  // Undefined: not read yet; null: unreadable.
  const [shared, setShared] = useState<Shared | null | undefined>(undefined);
  const [isSaving, setIsSaving] = useState(false);
  // A link has no thumbnails; these are the images for which the server has none either.
  const [bare, setBare] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const read = () => void readShareLink(location.hash).then(setShared);
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const references = useMemo(
    () =>
      createReferenceQueue(
        (found) =>
          setShared(
            (now) =>
              now && {
                ...now,
                images: now.images.map((image) => ({ ...image, ...found.get(image.id) })),
              },
          ),
        (ids) => setBare((before) => new Set([...before, ...ids])),
      ),
    [],
  );
  const renderTile = useCallback(
    (image: ExportedImage) => (
      <SharedTile
        key={image.id}
        image={image}
        isBare={bare.has(image.id)}
        onShow={references.add}
      />
    ),
    [references, bare],
  );

  if (shared === undefined) return <h1 className={text.unseen}>{messages("one")}</h1>;
  if (shared === null || shared.images.length === 0) {
    return (
      <Screen sign="crack" title={messages("sharedBrokenTitle")}>
        <p>{messages("sharedBroken")}</p>
        <div className={screen.actions}>
          <a className={button.main} href="/collections">
            {messages("back")}
          </a>
        </div>
      </Screen>
    );
  }
  const title = shared.title || messages("one");
  return (
    <div className={page.page}>
      <div className={page.head}>
        <div>
          <h1 className={text.name} dir="auto">
            {title}
          </h1>
          <p className={text.facts}>
            <span>{messages("count", { count: shared.images.length })}</span>
            <span>{messages("sharedNotSaved")}</span>
          </p>
        </div>
        <div className={page.acts}>
          <button type="button" className={button.main} onClick={() => setIsSaving(true)}>
            {messages("saveShared")}
          </button>
        </div>
      </div>
      <LongGrid
        images={shared.images}
        renderTile={renderTile}
        marginScreens={0.25}
        keepsEnds={false}
        listAttributes={LIST}
      />
      {isSaving && (
        <Suspense>
          <SaveDialog
            images={shared.images}
            imported={{ title, droppedCount: shared.droppedCount }}
            onClose={() => setIsSaving(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

type SharedTileProps = {
  image: ExportedImage;
  /** Whether it has no thumbnails, and the server returned none. */
  isBare: boolean;
  onShow: ReturnType<typeof createReferenceQueue>["add"];
};

/** The tile of a shared image, which cannot be selected or changed. */
function SharedTile({ image, isBare, onShow }: SharedTileProps) {
  const { id, name, imageUrl, hostUrl, accentColor, note = "", reference = null } = image;
  const host = placeOf(image);
  const density = useContext(DensityContext);
  const sources = imageSources(image, { isFallback: false, isLazy: true, density, isFew: false });
  const [hasFailed, setHasFailed] = useState(false);
  const isBroken = isBare || hasFailed;
  const alt = name || messages("untitledFrom", { host });
  useEffect(() => {
    if (image.thumbnails === null) onShow({ ...image, reference });
  }, [image, reference, onShow]);
  const geometry = {
    "--ratio": tileRatio(image).ratio,
    ...(accentColor && { "--picture": accentColor }),
  } as CSSProperties;
  const leave = { rel: "noopener noreferrer", referrerPolicy: "no-referrer" } as const;
  return (
    <li className={tile.tile} data-image-id={id} style={geometry}>
      <a
        className={tile.picture}
        href={imageUrl}
        aria-label={sources === null || isBroken ? alt : undefined}
        {...leave}
      >
        {isBroken && messages("thumbnailFailed")}
        {sources !== null && !isBroken && (
          // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
          <img
            {...sources}
            alt={alt}
            loading="lazy"
            decoding="async"
            onLoad={({ currentTarget }) => {
              // A failed thumbnail is one pixel, which browsers render whatever its status.
              if (currentTarget.naturalWidth <= 1) setHasFailed(true);
              else currentTarget.dataset.loaded = "";
            }}
            onError={() => setHasFailed(true)}
          />
        )}
      </a>
      <p className={tile.name} data-none={name === "" || undefined} dir="auto">
        {name || messages("untitled")}
      </p>
      <p className={tile.from}>
        {hostUrl === null ? (
          host
        ) : (
          <a href={hostUrl} {...leave}>
            {host}
          </a>
        )}
      </p>
      <p className={tile.note} dir="auto">
        {note}
      </p>
    </li>
  );
}
