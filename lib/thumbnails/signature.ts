import "server-only";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { DAY_MS } from "@/lib/contract/day-ms";
import {
  isThumbnailWidth,
  THUMBNAIL_WIDTHS_PX,
  type ThumbnailWidthPx,
} from "@/lib/core/image/thumbnail-width";

/**
 * The signed fields. `source` is canonical: a parsed URL, or `lib:`, an image's id in the library
 * and, after `@`, the revision of its file.
 */
export type SignedFields = {
  source: string;
  /** The signature is valid for every listed width from the narrowest to the widest. */
  narrowestPx: ThumbnailWidthPx;
  widestPx: ThumbnailWidthPx;
  /** The last valid UTC day, in days since 1970-01-01. */
  expiryDay: number;
  /** The tag of the text that the path is bound to (`sign`); empty if there is none. */
  tag?: string;
};

/** The content of one thumbnail URL. */
export type ThumbnailFields = {
  source: string;
  widthPx: ThumbnailWidthPx;
  expiryDay: number;
};

/** The URL of each width is `path` followed by the width in pixels. */
export type SignedThumbnails = { path: string; widthsPx: readonly ThumbnailWidthPx[] };

/** Version, fit and formats are signed, so that changing one invalidates old URLs. */
const VERSION = "vitrine-thumbnail-2";
const FIT = "inside";
const FORMATS = "avif,webp,jpeg";

const LIFETIME_DAYS = 7;
/** 144 of the 256 bits: exactly 24 characters, so that each signature has one spelling. */
const SIGNATURE_BYTES = 18;
/** 48 bits, 8 characters: without the key, each guess is a request. */
const TAG_BYTES = 6;
const KEY_BYTES_MIN = 32;
/** Limit of the cached paths and ids; a path has about 250 characters, at most 3,000. */
const CACHED_MAX = 10_000;
const PATH =
  /^\/thumb\/([0-9a-f]{8})\/([1-9][0-9]{0,5})\/([1-9][0-9]{2,3})-([1-9][0-9]{2,3})\/([A-Za-z0-9_-]{24})([A-Za-z0-9_-]{8})?\/([A-Za-z0-9_-]{2,2800})\/([1-9][0-9]{2,3})$/;
/** A path as in `SignedThumbnails`, without the width at its end; captures the narrowest width. */
const PATH_OF_ALL_WIDTHS = /^\/thumb\/[0-9a-f]{8}\/[1-9][0-9]{0,5}\/([1-9][0-9]{2,3})-.*\/$/;

/**
 * Returns the message to sign: every field preceded by its length, so that different fields never
 * result in the same bytes.
 */
export function canonicalMessage(keyId: string, signed: SignedFields): Buffer {
  const { source, narrowestPx, widestPx, expiryDay, tag = "" } = signed;
  const fields = [VERSION, keyId, source, narrowestPx, widestPx, FIT, FORMATS, expiryDay].map(
    String,
  );
  if (tag !== "") fields.push(tag);
  // One buffer: a buffer for each field took most of the time of a signature.
  const lengths = fields.map((field) => Buffer.byteLength(field));
  const message = Buffer.allocUnsafe(lengths.reduce((sum, bytes) => sum + 4 + bytes, 0));
  let position = 0;
  fields.forEach((field, index) => {
    position = message.writeUInt32BE(lengths[index] ?? 0, position);
    position += message.write(field, position, "utf8");
  });
  return message;
}

type StoredThumbnail = Omit<ThumbnailFields, "expiryDay">;

/** Ids of recently used thumbnails, by width and source. */
const ids = new LRUCache<string, string, StoredThumbnail>({
  max: CACHED_MAX,
  memoMethod(_name, _stale, { context: { source, widthPx } }) {
    const fields = { source, narrowestPx: widthPx, widestPx: widthPx, expiryDay: 0 };
    return createHash("sha256").update(canonicalMessage("", fields)).digest("hex").slice(0, 40);
  },
});

/** Returns the id of a stored thumbnail, which depends neither on the signature nor on its expiry. */
export function storedThumbnailId(thumbnail: StoredThumbnail): string {
  return ids.memo(`${thumbnail.widthPx} ${thumbnail.source}`, { context: thumbnail });
}

/** Returns the end of a UTC day, in milliseconds since 1970; its URLs are invalid from then on. */
export function endOfDayMs(day: number): number {
  return (day + 1) * DAY_MS;
}

/**
 * Creates a signer that signs with the first key and accepts all of them: one, or two during a key
 * rotation.
 *
 * @throws RangeError without a key, with more than two, or with a key shorter than 32 bytes
 */
export function createSigner(
  keys: readonly string[],
  { clock = Date.now }: { clock?: () => number } = {},
) {
  const ring = new Map(keys.map((key) => [keyIdOf(key), key]));
  const [signing] = ring;
  if (signing === undefined || keys.length > 2) throw new RangeError("one or two keys are needed");
  const today = () => Math.floor(clock() / DAY_MS);
  const expiryDay = () => today() + LIFETIME_DAYS;

  /** Paths with a valid signature, because browsers request a popular image's path again and again. */
  const verified = new LRUCache<string, ThumbnailFields>({ max: CACHED_MAX });

  /** Returns the fields of a path with a valid signature, whatever its day. */
  function read(path: string): ThumbnailFields | null {
    const parts = PATH.exec(path);
    if (parts === null) return null;
    const [, keyId = "", expiry, narrowest, widest, signature = "", tag = ""] = parts;
    const [encoded = "", width] = parts.slice(7);
    const source = Buffer.from(encoded, "base64url").toString("utf8");
    // Base64 and UTF-8 can encode a text in several ways; only the canonical one is accepted.
    if (Buffer.from(source, "utf8").toString("base64url") !== encoded) return null;
    const key = ring.get(keyId);
    const [narrowestPx, widestPx, widthPx] = [narrowest, widest, width].map(Number);
    if (key === undefined) return null;
    if (!isThumbnailWidth(narrowestPx) || !isThumbnailWidth(widestPx)) return null;
    const expiryDay = Number(expiry);
    const given = Buffer.from(signature, "base64url");
    const expected = mac(key, keyId, { source, narrowestPx, widestPx, expiryDay, tag });
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    if (!isThumbnailWidth(widthPx) || widthPx < narrowestPx || widthPx > widestPx) return null;
    return { source, widthPx, expiryDay };
  }

  return {
    /** The last UTC day on which URLs signed now are valid, in days since 1970-01-01. */
    expiryDay,
    /**
     * Signs every listed width from the narrowest to the widest, ascending; stable within a UTC
     * day. They share one signature, because signatures do not compress. The path can be bound to a
     * text, which `signedSourceOf` then requires.
     */
    sign(
      source: string,
      narrowestPx: ThumbnailWidthPx,
      widestPx: ThumbnailWidthPx,
      boundTo: string | null = null,
    ): SignedThumbnails {
      const [keyId, key] = signing;
      const tag = boundTo === null ? "" : tagOf(key, keyId, boundTo);
      const fields = { source, narrowestPx, widestPx, expiryDay: expiryDay(), tag };
      const signature = mac(key, keyId, fields).toString("base64url");
      const encoded = Buffer.from(source, "utf8").toString("base64url");
      const widths = `${narrowestPx}-${widestPx}`;
      return {
        path: `/thumb/${keyId}/${fields.expiryDay}/${widths}/${signature}${tag}/${encoded}/`,
        widthsPx: THUMBNAIL_WIDTHS_PX.filter((px) => px >= narrowestPx && px <= widestPx),
      };
    },
    /**
     * Returns the source of a path that this server signed and bound to a text, with or without the
     * width at its end, even if it has expired. Null for any other path.
     */
    signedSourceOf(path: string, boundTo: string): string | null {
      const [, narrowest = ""] = PATH_OF_ALL_WIDTHS.exec(path) ?? [];
      const whole = `${path}${narrowest}`;
      const [, keyId = "", , , , , tag = ""] = PATH.exec(whole) ?? [];
      const expected = Buffer.from(tagOf(ring.get(keyId) ?? "", keyId, boundTo));
      const given = Buffer.from(tag);
      const isBound = given.length === expected.length && timingSafeEqual(given, expected);
      return isBound ? (read(whole)?.source ?? null) : null;
    },
    /** Returns the fields of a path that this server signed and that has not expired; otherwise null. */
    verify(path: string): ThumbnailFields | null {
      const fields = verified.get(path) ?? read(path);
      if (fields === null || fields.expiryDay < today()) return null;
      verified.set(path, fields);
      return fields;
    },
  };
}

function keyIdOf(key: string): string {
  if (Buffer.byteLength(key) < KEY_BYTES_MIN) {
    throw new RangeError(`a thumbnail key needs at least ${KEY_BYTES_MIN} bytes`);
  }
  return createHash("sha256").update(`${VERSION} key id\n${key}`).digest("hex").slice(0, 8);
}

function tagOf(key: string, keyId: string, boundTo: string): string {
  const message = `${VERSION} bound to\n${keyId}\n${boundTo}`;
  const whole = createHmac("sha256", key).update(message).digest();
  return whole.subarray(0, TAG_BYTES).toString("base64url");
}

function mac(key: string, keyId: string, fields: SignedFields): Buffer {
  const whole = createHmac("sha256", key).update(canonicalMessage(keyId, fields)).digest();
  return whole.subarray(0, SIGNATURE_BYTES);
}
