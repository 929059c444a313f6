import { showToast } from "@/components/ui/toast";
import type { ToolIconName } from "@/components/ui/tool-icon";
import { useLastCollectionName } from "@/lib/client/collections/collection-shelf";
import { copyText } from "@/lib/client/copy-text";
import type { SelectionStore } from "@/lib/client/image-store";
import { useSearchOffer } from "@/lib/client/search-offer";
import type { ShortcutAction } from "@/lib/client/shortcuts";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { offeredCost, type SearchOffer } from "@/lib/contract/search-offer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { toggled } from "@/lib/core/image/selection";
import { searchHref } from "@/lib/core/query/search-outcome";
import { imageActionMessages as messages } from "@/lib/messages/compiled/image-action";
import { fileText } from "@/lib/messages/file-text";
import { copyCredits } from "./copy-credits";
import { openDialog } from "./dialog-host";
import { saveToLast } from "./save-images";

/** What actions need to know of their page. */
export type ActionPage = {
  /** The selection; null without one. */
  store: SelectionStore | null;
  /** Names exported files. */
  title: string;
  /** The search that found the images; null without one. */
  query: SearchQuery | null;
  /** What a new search costs; null if the server would refuse it. */
  searchCost: SearchOffer["cost"] | null;
  /** The collection that images were last saved to. */
  lastName: string | null;
};

/** The label of an action: by default the message of its name. */
type Named<I> =
  | { name: Parameters<typeof messages>[0]; label?: undefined }
  | { name: string; label: (images: readonly I[], page: ActionPage) => string };

/** An action on images, wherever it is offered. */
export type ImageAction<I extends ExportedImage = ExportedImage> = Named<I> & {
  icon: ToolIconName;
  /** The label where there is little room. */
  shortLabel?: () => string;
  /** Shown after the label in a tile's menu. */
  detail?: (image: I) => string | undefined;
  isDestructive?: boolean;
  /** Whether its link saves a file. */
  isDownload?: boolean;
  /** The shortcut that does it, in the grid and in the lightbox. */
  shortcut?: ShortcutAction;
  /** The fewest and the most images that it works for; 1 and any number by default. */
  countMin?: number;
  countMax?: number;
  /** Its group in a tile's menu, in this order. */
  menu?: "image" | "collection" | "links" | "apart";
  /** Its form in the selection's bar; `narrow` and `icon` are in the bar's menu on narrow screens. */
  bar?: "main" | "icon" | "button" | "narrow" | "menu";
  /** Its form in the lightbox's panel; `credit` stands beside the credit. */
  panel?: "main" | "icon" | "row" | "credit" | "creditIcon";
  /** Where `countMin` and `countMax` allow it, and this. */
  isOffered?: (images: readonly I[], page: ActionPage) => boolean;
  /** Returns a link, or what to do. `images` is not empty. */
  act: (images: readonly I[], page: ActionPage) => string | (() => unknown);
};

const loadSaveDialog = async () => (await import("./save-dialog")).SaveDialog;
const loadCreditDialog = async () => (await import("./credit-dialog")).CreditDialog;
const loadFigureDialog = async () => (await import("./figure-dialog")).FigureDialog;
const loadExportDialog = async () => (await import("./export-dialog")).ExportDialog;
const loadCompareDialog = async () => (await import("./compare-dialog")).CompareDialog;

/** Lets the editor choose the collection that images are saved to. */
export function chooseCollection(
  images: readonly ExportedImage[],
  imported?: { title: string; droppedCount: number },
): void {
  openDialog(loadSaveDialog, { images, ...(imported && { imported }) });
}

/** Lets the editor choose the file that images are exported to. */
export function exportImages(images: readonly ExportedImage[], title: string): void {
  openDialog(loadExportDialog, { images, title });
}

/** How images are saved; a collection has other ways. */
const SAVING: readonly ImageAction[] = [
  {
    name: "saveToLast",
    icon: "plus",
    shortcut: "saveToLast",
    menu: "image",
    bar: "main",
    panel: "main",
    label: (_, { lastName }) =>
      lastName === null ? messages("save") : messages("saveTo", { name: lastName }),
    shortLabel: () => messages("save.short"),
    act: (images) => async () => {
      if (!(await saveToLast(images))) chooseCollection(images);
    },
  },
  {
    name: "save",
    icon: "chevron",
    shortcut: "save",
    menu: "image",
    bar: "icon",
    panel: "icon",
    label: () => messages("saveElsewhere"),
    isOffered: (_, { lastName }) => lastName !== null,
    act: (images) => () => chooseCollection(images),
  },
];

/** The actions on images that a collection has too. */
export const SHARED_ACTIONS: readonly ImageAction[] = [
  {
    name: "download",
    icon: "download",
    countMax: 1,
    // The lightbox has a form, which works without scripts.
    menu: "image",
    detail: ({ file }) => file && fileText(file),
    isDownload: true,
    isOffered: ([image]) => image !== undefined && isShownHere(image),
    // For an own picture, the server names the file.
    act: ([image]) =>
      image === undefined ? "" : isOwn(image) ? image.imageUrl : () => download(image),
  },
  {
    name: "creditFormats",
    icon: "copy",
    bar: "narrow",
    panel: "credit",
    shortLabel: () => messages("creditFormats.short"),
    act: (images) => () => openDialog(loadCreditDialog, { images }),
  },
  {
    name: "copyCredit",
    icon: "copy",
    shortcut: "credit",
    menu: "image",
    panel: "creditIcon",
    act: (images) => () => copyCredits(images),
  },
  {
    name: "export",
    icon: "download",
    shortcut: "export",
    bar: "button",
    act:
      (images, { title }) =>
      () =>
        exportImages(images, title),
  },
  {
    name: "compare",
    icon: "compare",
    countMin: 2,
    countMax: 4,
    bar: "narrow",
    act: (images) => () => openDialog(loadCompareDialog, { images }),
  },
  {
    name: "figure",
    icon: "crop",
    menu: "image",
    bar: "menu",
    panel: "row",
    act: (images) => () => openDialog(loadFigureDialog, { images }),
  },
  {
    name: "select",
    icon: "check",
    countMax: 1,
    menu: "image",
    label: ([image], { store }) =>
      messages(store?.selection().ids.has(image?.id ?? "") ? "deselect" : "select"),
    isOffered: (_, { store }) => store !== null,
    act:
      ([image], { store }) =>
      () =>
        image && store?.select(toggled(store.selection(), image.id)),
  },
  {
    name: "onlyFrom",
    icon: "search",
    countMax: 1,
    menu: "links",
    label: ([image], { searchCost }) =>
      messages("onlyFrom", { host: image?.host ?? "", cost: searchCost ?? "free" }),
    isOffered: ([image], { query, searchCost }) =>
      query !== null && searchCost !== null && !image?.folder && query.site !== image?.host,
    act: ([image], { query }) =>
      query === null || image === undefined ? "" : searchHref({ ...query, site: image.host }),
  },
  {
    name: "original",
    icon: "picture",
    countMax: 1,
    menu: "links",
    act: ([image]) => image?.imageUrl ?? "",
  },
  {
    name: "sourcePage",
    icon: "out",
    countMax: 1,
    menu: "links",
    isOffered: ([image]) => image?.hostUrl != null,
    act: ([image]) => image?.hostUrl ?? "",
  },
  {
    name: "link",
    icon: "share",
    countMax: 1,
    menu: "links",
    act:
      ([image]) =>
      () =>
        copyLink(image?.imageUrl ?? ""),
  },
];

/** The actions on images outside of collections. */
export const IMAGE_ACTIONS: readonly ImageAction[] = [...SAVING, ...SHARED_ACTIONS];

/** Returns what the page's actions need to know of it. */
export function useActionPage(page: Partial<ActionPage>): ActionPage {
  const lastName = useLastCollectionName();
  const searchCost = offeredCost(useSearchOffer());
  return {
    store: null,
    title: messages("exportTitle"),
    query: null,
    searchCost,
    lastName,
    ...page,
  };
}

/** Returns the actions that a place offers for images, with their labels; `act` as for `ImageAction`. */
export function offeredActions<I extends ExportedImage>(
  actions: readonly ImageAction<I>[],
  place: "menu" | "bar" | "panel",
  images: readonly I[],
  page: ActionPage,
) {
  const isOffered = (action: ImageAction<I>) =>
    action[place] !== undefined &&
    isForCount(action, images.length) &&
    (action.isOffered?.(images, page) ?? true);
  return actions.filter(isOffered).map((action) => {
    const label = action.label === undefined ? messages(action.name) : action.label(images, page);
    const act = action.act(images, page);
    const run = typeof act === "string" ? undefined : () => void act();
    return { ...action, label, act, run };
  });
}

/** Returns what each shortcut does with images. */
export function actsByShortcut<I extends ExportedImage>(
  actions: readonly ImageAction<I>[],
  images: readonly I[],
  page: ActionPage,
): Partial<Record<ShortcutAction, () => unknown>> {
  return Object.fromEntries(
    actions.flatMap((action) => {
      const act = isForCount(action, images.length) ? action.act(images, page) : "";
      return action.shortcut === undefined || typeof act === "string"
        ? []
        : [[action.shortcut, act]];
    }),
  );
}

function isForCount(
  { countMin = 1, countMax = Number.POSITIVE_INFINITY }: ImageAction<never>,
  count: number,
) {
  return count >= countMin && count <= countMax;
}

function isOwn({ imageUrl }: ExportedImage): boolean {
  return imageUrl.startsWith("/library/");
}

/** Whether this server has proof that it showed an image. */
export function isShownHere(image: ExportedImage): boolean {
  return isOwn(image) || image.thumbnails !== null;
}

async function download(image: ExportedImage): Promise<void> {
  showToast(messages("downloading"));
  const problem = await import("@/lib/client/exports/download-original").then(
    ({ downloadOriginal }) => downloadOriginal(image, () => {}),
    () => messages("downloadFailed"),
  );
  if (problem !== null) showToast(problem);
}

async function copyLink(imageUrl: string): Promise<void> {
  const isCopied = await copyText(new URL(imageUrl, location.href).href);
  showToast(messages(isCopied ? "linkCopied" : "notCopied"));
}
