import type { PickedImage } from "@/lib/contract/picked-image";
import { NO_SELECTION, type Selection } from "@/lib/core/image/selection";
import { dropOldest } from "./drop-oldest";

/** A selection that components read and change: one for all results, one per open collection. */
export type SelectionStore = {
  /** Returns the same object until the selection changes. */
  selection(): Selection;
  select(next: Selection): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
};

const NAME = "vitrine.selection";

/** Writing thousands of images takes longer than a frame, so it waits until a gesture has ended. */
const SAVE_DELAY_MS = 250;

/** About 1 KB each. Selected images are kept besides. */
const IMAGES_MAX = 5_000;

type Picks = Map<string, PickedImage>;

type Saved = { images: PickedImage[]; anchorId: string | null };

/**
 * Creates the store of the images that this tab has seen, by id, and of the selection. Selected
 * images survive another search and a page load, until the tab closes.
 *
 * Loads when the browser is idle: the first view does not need it.
 */
export function createImageStore(storage: () => Storage): SelectionStore & {
  /** Adds images. A selected image keeps its provenance, and undo restores it. */
  add(images: readonly PickedImage[]): void;
  get(id: string): PickedImage | undefined;
  /** In the order in which they were selected; the same array until the selection changes. */
  selectedImages(): readonly PickedImage[];
  /** The image that has, or last had, the focus; null before the first. */
  focusedId(): string | null;
  setFocusedId(id: string | null): void;
  /** Whether the selection survives leaving the page. */
  isKept(): boolean;
} {
  /** As the last answer described them. */
  const images = new Map<string, PickedImage>();
  const listeners = new Set<() => void>();
  /** The selected images, as they were selected. */
  let picks: Picks = new Map();
  /** The picks of earlier selections; undo selects an earlier value again. */
  const picksOf = new WeakMap<Selection, Picks>();
  let selection = NO_SELECTION;
  let selected: readonly PickedImage[] | null = null;
  let focusedId: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isKept = true;

  const restore = () => {
    const saved = load(storage);
    // Storage refused this page's selection, and no later page saved one.
    if (saved.images.length === 0 && !isKept) return;
    picksOf.set(selection, picks);
    picks = new Map(saved.images.map((image) => [image.id, image]));
    selection =
      picks.size === 0 ? NO_SELECTION : { ids: new Set(picks.keys()), anchorId: saved.anchorId };
    selected = null;
    isKept = true;
    for (const listener of listeners) listener();
  };
  restore();

  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const wasKept = isKept;
    isKept = save(storage, { images: [...selectedImages()], anchorId: selection.anchorId });
    if (isKept !== wasKept) for (const listener of listeners) listener();
  };
  // The server also evaluates this module, for pages that show images at once.
  if (typeof document !== "undefined") {
    addEventListener("pagehide", flush);
    // The back/forward cache restores the page's memory, but later pages may have changed the selection.
    addEventListener("pageshow", ({ persisted }) => persisted && restore());
  }

  const selectedImages = () => {
    selected ??= [...selection.ids].flatMap((id) => picks.get(id) ?? []);
    return selected;
  };

  const picked = (ids: ReadonlySet<string>): Picks =>
    new Map(
      [...ids].flatMap((id) => {
        const image = picks.get(id) ?? images.get(id);
        return image === undefined ? [] : [[id, image]];
      }),
    );

  return {
    add(added) {
      for (const image of added) {
        const { id } = image;
        images.delete(id);
        images.set(id, image);
        const { provenance } = picks.get(id) ?? image;
        if (selection.ids.has(id)) picks.set(id, { ...image, provenance });
      }
      dropOldest(images, IMAGES_MAX);
      selected = null;
    },
    get: (id) => picks.get(id) ?? images.get(id),
    selection: () => selection,
    selectedImages,
    select(next) {
      if (next === selection) return;
      picksOf.set(selection, picks);
      picks = picksOf.get(next) ?? picked(next.ids);
      selection = next;
      selected = null;
      timer ??= setTimeout(flush, SAVE_DELAY_MS);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    focusedId: () => focusedId,
    setFocusedId(id) {
      focusedId = id;
    },
    isKept: () => isKept,
  };
}

export const imageStore = createImageStore(() => sessionStorage);

function load(storage: () => Storage): Saved {
  try {
    const saved: unknown = JSON.parse(storage().getItem(NAME) ?? "null");
    const { images, anchorId } = saved as Saved;
    const isWhole = images.every(({ id, imageUrl, provenance }) => id && imageUrl && provenance);
    if (isWhole) return { images, anchorId };
  } catch {
    // Nothing is saved, storage is off, or another version wrote it.
  }
  return { images: [], anchorId: null };
}

/**
 * Saves the selection. Returns false without storage, or if it is full: then the selection ends with
 * the page, and no earlier one takes its place.
 */
function save(storage: () => Storage, saved: Saved): boolean {
  const { length } = saved.images;
  try {
    storage().removeItem(NAME);
    if (length > 0) storage().setItem(NAME, JSON.stringify(saved));
    return true;
  } catch {
    return length === 0;
  }
}
