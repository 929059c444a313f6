import * as z from "zod/mini";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/search-query";
import { cleanText, cutText } from "@/lib/protocol/clean-text";
import { parseJson } from "@/lib/protocol/parse-json";
import { hostNameOfUrl, readWebUrl } from "@/lib/protocol/read-web-url";
import { ownOriginalId } from "../image/own-original";
import { COLLECTION_FORMAT } from "./manifest";

/** A larger file is refused: parsing it would freeze the page. About 60,000 images fit. */
export const IMPORTED_BYTES_MAX = 100_000_000;

/** Limits the time for a file of empty entries. An exported image takes at least 500 bytes. */
const IMPORTED_IMAGES_MAX = IMPORTED_BYTES_MAX / 500;

/** A collection as read from an exported file. */
export type ImportedCollection = {
  title: string;
  images: ExportedImage[];
  /** Entries of the file that are invalid or repeat an image. */
  droppedCount: number;
};

const TEXT_MAX = 10_000;

/** The limit of names in answers, so that the server accepts a request with the name. */
const NAME_CHARACTERS_MAX = 500;

/** An emoji takes 12 characters in a query string. The filters take about 300. */
const SEARCH_CHARACTERS_MAX = QUERY_CHARACTERS_MAX * 12 + 400;

const text = (charactersMax: number) => z.string().check(z.maxLength(charactersMax));
const side = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)));
const time = z.iso.datetime();

/** The form that the server signs: without dots, which could lead to any other path of this server. */
const THUMBNAILS_PATH = /^\/thumb(?:\/[\w-]+){5}\/$/;

const OWN_PAGE = /^\/library\/[\w-]{1,80}(?:\?[^\s#]*)?$/;

const PICK = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  name: text(TEXT_MAX),
  imageUrl: text(2_048),
  hostUrl: z.nullable(text(2_048)),
  host: text(253),
  folder: z.exactOptional(text(1_000)),
  width: side,
  height: side,
  accentColor: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
  thumbnails: z.exactOptional(
    z.nullable(
      z.object({
        path: text(2_900).check(z.regex(THUMBNAILS_PATH)),
        widthsPx: z
          .array(z.int().check(z.minimum(1), z.maximum(10_000)))
          .check(z.minLength(1), z.maxLength(20)),
      }),
    ),
  ),
  provenance: z.object({
    search: z.nullable(text(SEARCH_CHARACTERS_MAX)),
    rank: z.nullable(z.int().check(z.minimum(1))),
    foundAt: time,
    service: text(253),
  }),
  file: z.exactOptional(
    z.object({
      name: text(1_000),
      format: z.string().check(z.regex(/^[a-z]{1,10}$/)),
      sizeBytes: z.int().check(z.minimum(0)),
      creator: z.exactOptional(text(1_000)),
      copyright: z.exactOptional(text(1_000)),
      licence: z.exactOptional(text(1_000)),
      takenAt: z.exactOptional(
        z.string().check(z.regex(/^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d:\d\d)?)?)?$/)),
      ),
    }),
  ),
  reference: z.exactOptional(z.nullable(text(100))),
  note: z.exactOptional(text(TEXT_MAX)),
  clearance: z.exactOptional(z.nullable(z.object({ note: text(TEXT_MAX), at: time }))),
  savedAt: z.exactOptional(time),
});

const FILE = z.object({
  collection: z.object({
    format: z.literal(COLLECTION_FORMAT),
    version: z.int().check(z.minimum(1)),
    title: text(1_000),
    origin: text(300),
  }),
  pictures: z.array(z.unknown()),
});

/**
 * Reads a collection that `exportManifest` wrote; null if the text is not one. The file is untrusted:
 * entries with an invalid field are dropped, and names become one line. URLs are http(s), or paths of
 * this server's library if the file says that this server wrote it. Never throws.
 *
 * @param imagesMax a collection with more entries is refused
 */
export function readManifest(
  text: string,
  origin: string,
  imagesMax = IMPORTED_IMAGES_MAX,
): ImportedCollection | null {
  const parsed = parseJson(text);
  const file = FILE.safeParse(parsed.isJson ? parsed.value : null);
  if (!file.success) return null;
  const { collection, pictures } = file.data;
  if (pictures.length > imagesMax) return null;
  const images = new Map<string, ExportedImage>();
  for (const picture of pictures) {
    const pick = PICK.safeParse((picture as { pick?: unknown } | null)?.pick);
    const image = pick.success ? imageOf(pick.data, collection.origin, origin) : null;
    if (image !== null && !images.has(image.id)) images.set(image.id, image);
  }
  return {
    title: cleanText(collection.title),
    images: [...images.values()],
    droppedCount: pictures.length - images.size,
  };
}

function imageOf(pick: z.infer<typeof PICK>, from: string, origin: string): ExportedImage | null {
  const { folder, file, ...fields } = pick;
  const isFromHere = from === origin;
  // A page of the library belongs to a picture of the library only.
  const isOwn = isFromHere && ownOriginalId(pick.imageUrl) !== null;
  const imageUrl = isOwn ? pick.imageUrl : readWebUrl(pick.imageUrl, from);
  if (imageUrl === null) return null;
  const isOwnPage = isOwn && OWN_PAGE.test(pick.hostUrl ?? "");
  const webUrl = isOwnPage ? null : readWebUrl(pick.hostUrl, from);
  const isOwnPlace = isOwn && webUrl === null;
  return {
    ...fields,
    name: cutText(cleanText(pick.name), NAME_CHARACTERS_MAX),
    imageUrl,
    hostUrl: isOwnPage ? pick.hostUrl : webUrl,
    // This is the text of the link to the page: a file must not put another host's name on it.
    host: isOwnPlace ? cleanText(pick.host) : hostNameOfUrl(webUrl ?? imageUrl),
    ...(file && { file: { ...file, name: cleanText(file.name) } }),
    ...(isOwnPlace && folder !== undefined && { folder: cleanText(folder) }),
    thumbnails: isFromHere ? (pick.thumbnails ?? null) : null,
    // Only the server decides what a browser may load elsewhere.
    fallbackUrl: null,
  };
}
