"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { LongGrid } from "@/components/grid/long-grid";
import { DialogHost } from "@/components/image-dialogs/dialog-host";
import { chooseCollection } from "@/components/image-dialogs/image-actions";
import { ShowAllPictures } from "@/components/selection/show-all-pictures";
import { ImageTile } from "@/components/tile/image-tile";
import button from "@/components/ui/button.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import text from "@/components/ui/text.module.css";
import { Toasts } from "@/components/ui/toast";
import { createProofQueue } from "@/lib/client/collections/image-proofs";
import { readShareLink } from "@/lib/client/collections/share-link";
import { GridProvider } from "@/lib/client/grid-provider";
import { useLoaded } from "@/lib/client/use-loaded";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import page from "./collection-page.module.css";
import styles from "./tile-note.module.css";

const loadTools = () => import("./shared-tools");

type Shared = { title: string; images: readonly ExportedImage[]; droppedCount: number };

const LIST = {
  "data-collection": "",
  // The language is that of the request, not of the module.
  get "aria-label"() {
    return messages("images");
  },
};

/** The collection of a shared link. Another link in the same tab changes only the URL's fragment. */
export function SharedPage() {
  // Undefined until it is read; `shared` is null if it is unreadable.
  const [link, setLink] = useState<{ hash: string; shared: Shared | null }>();
  useEffect(() => {
    const read = async () => {
      const { hash } = location;
      const shared = await readShareLink(hash);
      if (hash === location.hash) setLink({ hash, shared });
    };
    const onChange = () => void read();
    onChange();
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);

  if (link === undefined) return <h1 className={text.unseen}>{messages("one")}</h1>;
  const { hash, shared } = link;
  if (shared !== null && shared.images.length > 0) {
    return <SharedCollection key={hash} shared={shared} />;
  }
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

/** A shared collection, marked as not saved; saved only on request. */
function SharedCollection({ shared }: { shared: Shared }) {
  const [images, setImages] = useState(shared.images);
  const tools = useLoaded(loadTools);
  const [menu, setMenu] = useState<{ opener: HTMLElement } | null>(null);
  // A link has no thumbnails; these are the images for which the server has no thumbnails either.
  const [bare, setBare] = useState<ReadonlySet<string>>(new Set());
  const proofs = useMemo(
    () =>
      createProofQueue(
        (found) => setImages((now) => now.map((image) => ({ ...image, ...found.get(image.id) }))),
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
        onShow={proofs.add}
        onOpenMenu={setMenu}
      />
    ),
    [proofs, bare],
  );

  const title = shared.title || messages("one");
  return (
    <GridProvider>
      <div className={page.page}>
        <div className={page.head}>
          <div>
            <h1 className={primitives.name} dir="auto">
              {title}
            </h1>
            <p className={text.facts}>
              <span>{messages("count", { count: images.length })}</span>
              <span>{messages("sharedNotSaved")}</span>
            </p>
          </div>
          <div className={page.acts}>
            <ShowAllPictures images={images} />
            <button
              type="button"
              className={button.main}
              onClick={() => chooseCollection(images, { title, droppedCount: shared.droppedCount })}
            >
              {messages("saveShared")}
            </button>
          </div>
        </div>
        <LongGrid
          images={images}
          renderTile={renderTile}
          marginScreens={0.25}
          keepsEnds={false}
          listAttributes={LIST}
        />
        {tools !== null && <tools.SharedTools images={images} menu={menu} />}
        <Toasts />
        <DialogHost />
      </div>
    </GridProvider>
  );
}

type SharedTileProps = {
  image: ExportedImage;
  /** Whether the server returned no thumbnails for it. */
  isBare: boolean;
  onShow: ReturnType<typeof createProofQueue>["add"];
  onOpenMenu: (menu: { opener: HTMLElement }) => void;
};

/** The tile of a shared image, which cannot be edited. */
function SharedTile({ image, isBare, onShow, onOpenMenu }: SharedTileProps) {
  const { note = "", reference = null } = image;
  const isAwaited = image.thumbnails === null && !isBare;
  useEffect(() => {
    if (image.thumbnails === null) onShow({ ...image, reference });
  }, [image, reference, onShow]);
  return (
    <ImageTile
      image={image}
      // The page's URL contains the whole collection: too long for the link of each tile.
      href={image.hostUrl ?? image.imageUrl}
      handle={{
        onClick(event) {
          // The menu opens and closes itself.
          event.preventDefault();
          onOpenMenu({ opener: event.currentTarget });
        },
      }}
      failedText={isAwaited ? "" : messages("thumbnailFailed")}
      onLoadChange={ignore}
    >
      <p className={styles.note} dir="auto">
        {note}
      </p>
    </ImageTile>
  );
}

function ignore() {}
