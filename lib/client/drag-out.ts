import { dragPayload, formatOfUrl } from "@/lib/client/drag-payload";
import type { PickedImage } from "@/lib/contract/picked-image";
import { writeCredits } from "./copy-credit";
import { imageIdOf, pictureIdOf } from "./tile-selection";

type DragOutOptions = {
  /** Returns the images to drag: the dragged image, or the selection that contains it. */
  imagesOf: (imageId: string) => readonly PickedImage[];
  signal: AbortSignal;
};

/** A shorter press is a click, which opens the image. */
const PRESS_MS = 150;

/**
 * Gives other programs a dragged image with its credit (`dragPayload`), until `signal` aborts. The
 * browser draws the picture under the pointer.
 */
export function watchDrag(list: HTMLElement, { imagesOf, signal }: DragOutOptions): void {
  /** Formats of library files by image id, from the server: their URLs have no extension. */
  const formats = new Map<string, string>();

  const readFormat = async (image: PickedImage) => {
    const response = await fetch(image.imageUrl, { method: "HEAD", signal }).catch(() => null);
    const [, format] = /^image\/(\w+)/.exec(response?.headers.get("content-type") ?? "") ?? [];
    if (format !== undefined) formats.set(image.id, format);
  };
  let pressed: ReturnType<typeof setTimeout> | undefined;
  // `dragstart` cannot wait for a response, so the request starts at the press before it.
  const onPress = ({ target }: PointerEvent) => {
    const [image] = imagesOf(imageIdOf(target) ?? "");
    if (image === undefined || !image.imageUrl.startsWith("/") || formats.has(image.id)) return;
    clearTimeout(pressed);
    pressed = setTimeout(readFormat, PRESS_MS, image);
  };
  const onRelease = () => clearTimeout(pressed);
  const onDrag = ({ target, dataTransfer }: DragEvent) => {
    const images = imagesOf(pictureIdOf(target) ?? "");
    const [image] = images;
    if (image === undefined || dataTransfer === null) return;
    const creditIn = (format: "plain" | "html") =>
      writeCredits(images, { format, template: "" }).text;
    const payload = dragPayload(images, {
      origin: location.origin,
      credits: {
        text: creditIn("plain"),
        html: creditIn("html"),
      },
      format: formats.get(image.id) ?? formatOfUrl(image.imageUrl),
    });
    for (const [type, data] of Object.entries(payload)) dataTransfer.setData(type, data);
    dataTransfer.effectAllowed = "copyLink";
  };
  list.addEventListener("pointerdown", onPress, { signal });
  list.addEventListener("pointerup", onRelease, { signal });
  list.addEventListener("dragstart", onDrag, { signal });
}
