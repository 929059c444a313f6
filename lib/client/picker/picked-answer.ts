import { CREDIT_FORMAT_NAMES } from "@/lib/contract/credit-formats";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { ORIGINAL_BYTES_MAX, type Picked, type PickerCall, type Slot } from "@/lib/contract/picker";
import {
  PICKER_ORIGINAL_URL,
  type PickerOriginalAnswer,
  type PickerOriginalRequest,
} from "@/lib/contract/picker-requests";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import { formatCredits } from "@/lib/core/credits/format-credits";
import { fileNameOfType, mediaTypeOf } from "@/lib/core/exports/file-names";
import { placeOf } from "@/lib/core/image/image-place";
import { provenImage } from "@/lib/core/image/proven-image";
import { type ChosenImage, cropOf } from "@/lib/core/slots/chosen-images";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";
import { fetchProofs } from "../collections/image-proofs";
import { creditTexts } from "../credit-texts";
import { failedText } from "../exports/failed-text";
import { fetchOriginal } from "../exports/fetch-original";
import { nameOf } from "../image-name";

/**
 * Returns the chosen images as the program receives them. Requests their proofs and, if the call asks for
 * them, their originals. If a request fails, the image has no proof, or its original is `failed`.
 */
export async function pickedImagesOf(
  chosen: readonly ChosenImage[],
  call: PickerCall,
  callerOrigin: string,
  signal: AbortSignal,
): Promise<Picked[]> {
  const once = [...new Map(chosen.map((each) => [each.image.id, each])).values()];
  const proofs = await fetchProofs(
    once.map(({ image }) => ({ ...image, reference: image.reference ?? null })),
  );
  const proofOf = (image: ExportedImage) =>
    proofs.get(image.id)?.reference ?? image.reference ?? null;
  signal.throwIfAborted();
  const originals = new Map<string, Original>();
  for (const { image } of once) {
    const proven = { ...image, reference: proofOf(image) };
    originals.set(image.id, await originalOf(proven, call, callerOrigin, signal));
  }
  return chosen.map((each) => {
    const { id } = each.image;
    const slot = call.slots.find(({ name }) => name === each.slot) as Slot;
    const { original, sha256, size } = originals.get(id) as Original;
    // Search services often state the size of a copy.
    const measured = { ...each, image: { ...each.image, ...size } };
    const isFetched = original?.kind === "bytes";
    const fileName = isFetched ? fileNameOfType(each.fileName, original.mediaType) : each.fileName;
    return {
      ...pickedOf({ ...measured, fileName }, slot, proofOf(each.image)),
      provenance: { ...each.image.provenance, sha256 },
      original: named(original, fileName),
    };
  });
}

type Original = {
  original: Picked["original"];
  sha256: string | null;
  /** Measured in the bytes; null without them, or if this browser cannot decode them. */
  size: { width: number; height: number } | null;
};

/** Names the file of an original as the editor did, who may name it differently in each slot. */
function named(original: Picked["original"], fileName: string): Picked["original"] {
  if (original?.kind !== "bytes") return original;
  const { mediaType, file } = original;
  return { ...original, file: new File([file], fileName, { type: mediaType }) };
}

type Provable = ExportedImage & { reference: string | null };

function pickedOf(chosen: ChosenImage, slot: Slot, proof: string | null) {
  const { image, clearance, alternativeText, isDecorative, caption, fileName } = chosen;
  const { origin } = location;
  const facts = creditFacts({ ...image, clearance }, { origin, texts: creditTexts });
  const credits = CREDIT_FORMAT_NAMES.map((format) => [
    format,
    formatCredits([facts], format, "").text,
  ]);
  return {
    id: image.id,
    proof,
    imageUrl: facts.imageUrl,
    hostUrl: facts.pageUrl,
    host: placeOf(image),
    width: image.width,
    height: image.height,
    accentColor: image.accentColor,
    alternativeText: isDecorative ? "" : alternativeText.trim(),
    caption: caption.trim(),
    fileName,
    slot: slot.name,
    crop: cropOf(chosen, slot),
    credits: Object.fromEntries(credits) as Picked["credits"],
    rights: {
      creator: facts.creator,
      copyright: facts.copyright,
      licence: facts.licence,
      note: clearance?.note ?? null,
      setBy: clearance && ("editor" as const),
      setAt: clearance?.at ?? null,
    },
  };
}

async function originalOf(
  image: Provable,
  { originals = "none" }: PickerCall,
  callerOrigin: string,
  signal: AbortSignal,
): Promise<Original> {
  if (originals === "none") return withoutBytes(null);
  if (originals === "url") return withoutBytes(await linkOf(image, callerOrigin));
  const fetched = await fetchOriginal(image, signal);
  if (fetched.kind === "failure") return failed(failedText(fetched.code));
  const { body, extension } = fetched;
  if (body.size > ORIGINAL_BYTES_MAX) return failed(messages("tooLarge"));
  const mediaType = mediaTypeOf(extension);
  return {
    original: { kind: "bytes", mediaType, byteCount: body.size, file: body },
    sha256: await sha256Of(body),
    size: await sizeOf(body),
  };
}

function withoutBytes(original: Picked["original"]): Original {
  return { original, sha256: null, size: null };
}

function failed(reason: string): Original {
  return withoutBytes({ kind: "failed", reason });
}

async function linkOf(image: Provable, origin: string): Promise<Picked["original"]> {
  const request: PickerOriginalRequest = { image: provenImage(image), name: nameOf(image), origin };
  try {
    const response = await fetch(PICKER_ORIGINAL_URL, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(request),
    });
    const answer = (await response.json()) as PickerOriginalAnswer;
    if (response.ok) return { kind: "url", ...answer };
  } catch {
    // No connection, or the response is not JSON.
  }
  return { kind: "failed", reason: messages("noLink") };
}

/** Returns the SHA-256 of bytes, hexadecimal; null over plain HTTP, where browsers lack `crypto.subtle`. */
async function sha256Of(body: Blob): Promise<string | null> {
  if (!isSecureContext) return null;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await body.arrayBuffer()));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the size of a picture as browsers show it; null if this browser cannot decode it. */
async function sizeOf(body: Blob): Promise<Original["size"]> {
  try {
    const picture = await createImageBitmap(body);
    const { width, height } = picture;
    picture.close();
    return { width, height };
  } catch {
    return null;
  }
}
