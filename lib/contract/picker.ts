import * as z from "zod/mini";
import { CREDIT_FORMAT_NAMES } from "./credit-formats";
import { QUERY_CHARACTERS_MAX } from "./search-query";

/**
 * The protocol of the picker: what another program's page and `/picker` send to each other, with
 * `postMessage`, or in URL fragments if the picker was opened by a redirect. `/picker/schema.json`
 * and docs/picker.md derive from these schemas (docs/decisions/0066-the-picker-protocol.md).
 *
 * The names of the fields are those that the other program's developers write. All sizes are in
 * pixels of the original as a browser shows it, after its EXIF orientation.
 */

/** Changes when an older page could misunderstand a message; a new optional field is no change. */
export const PICKER_VERSION = 1;

/** The parameters of `/picker` that say who opens it. */
export const PICKER_PARAMETERS = ["origin", "session", "version", "mode"] as const;

/**
 * How the picker was opened. By `redirect`, both messages are in URL fragments, as base64url of their
 * JSON: `/picker?…#<open>`, and `<returnUrl>#vitrine-picker=<answer>`.
 */
export const PICKER_MODES = ["frame", "popup", "redirect"] as const;
export type PickerMode = (typeof PICKER_MODES)[number];

/** Who opened the picker, as its URL says. The server lets only listed origins open the page. */
export type PickerCaller = {
  /** As browsers write it, so that it may go into a policy and be compared with `event.origin`. */
  origin: string;
  session: string;
  mode: PickerMode;
};

/** The nonce of one opening, made by the other program's page. */
export const PICKER_SESSION = /^[A-Za-z0-9_-]{22,64}$/;

/** The largest message that the picker reads, as JSON. */
export const CALL_CHARACTERS_MAX = 20_000;
export const SLOTS_MAX = 12;
export const SLOT_IMAGES_MAX = 50;
/** The largest original that an answer contains; from other hosts, also the largest with thumbnails and crops. */
export const ORIGINAL_BYTES_MAX = 20 * 1024 * 1024;

/** Without control characters, and without those that reorder the text around them. */
const LINE = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;

const text = (charactersMax: number, description: string) =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(charactersMax), z.regex(LINE), z.describe(description));
const pixels = (description: string) =>
  z.int().check(z.minimum(1), z.maximum(20_000), z.describe(description));

/** A place in the other program that needs images. */
export const slotSchema = z.strictObject({
  name: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/),
      z.describe("The slot's id in the answer: up to 40 letters, digits, `-` and `_`."),
    ),
  label: z.optional(text(60, "What the editor reads; by default the name.")),
  count: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(SLOT_IMAGES_MAX),
        z.describe("The most images that the slot takes; by default 1."),
      ),
  ),
  width: z.optional(pixels("The width at which the slot shows an image.")),
  height: z.optional(pixels("The height at which the slot shows an image.")),
  ratio: z.optional(
    z
      .string()
      .check(
        z.regex(/^[1-9]\d{0,3}:[1-9]\d{0,3}$/),
        z.describe("Width by height, such as 16:9; ignored if `width` and `height` are set."),
      ),
  ),
  minWidth: z.optional(
    pixels(
      "The smallest usable width of the crop; by default `width`, or what `minHeight` and the ratio give.",
    ),
  ),
  minHeight: z.optional(
    pixels(
      "The smallest usable height of the crop; by default `height`, or what `minWidth` and the ratio give.",
    ),
  ),
  transparent: z.optional(
    z.boolean().check(z.describe("Whether transparent images are allowed; by default true.")),
  ),
});
export type Slot = z.infer<typeof slotSchema>;

/** What the other program asks for. */
export const pickerCallSchema = z.strictObject({
  callerName: text(60, "The program's name, as the editor knows it."),
  documentName: z.optional(text(120, "What the images are for, such as an article's title.")),
  slots: z.array(slotSchema).check(
    z.describe("The places that need images, at most 12."),
    z.minLength(1),
    z.maxLength(SLOTS_MAX),
    z.refine((slots) => new Set(slots.map(({ name }) => name)).size === slots.length, {
      error: "two slots have the same name",
    }),
  ),
  query: z.optional(text(QUERY_CHARACTERS_MAX, "The first search.")),
  safesearch: z.optional(
    z
      .literal("strict")
      .check(z.describe("Locks safe search. A call cannot loosen what the operator set.")),
  ),
  theme: z.optional(
    z.enum(["light", "dark"]).check(z.describe("By default that of the editor's system.")),
  ),
  locale: z.optional(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/),
        z.describe(
          "A BCP 47 tag; by default, and for a locale that Vitrine does not have, the browser's.",
        ),
      ),
  ),
  originals: z.optional(
    z
      .enum(["none", "url", "bytes"])
      .check(
        z.describe(
          "How the answer contains the originals: not at all (the default), as URLs that expire after an hour, or as files of at most 20 MB each (not by redirect).",
        ),
      ),
  ),
  grant: z.optional(text(2_000, "Permits paid searches, if the operator requires it.")),
});
export type PickerCall = z.infer<typeof pickerCallSchema>;

/** A rectangle of the original, in pixels of the size that is stated with it. */
export const cropSchema = z.object({
  x: z.int().check(z.minimum(0)),
  y: z.int().check(z.minimum(0)),
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
});
export type Crop = z.infer<typeof cropSchema>;

const nullablePixels = (description: string) => z.nullable(z.int().check(z.describe(description)));
const nullableText = (description: string) => z.nullable(z.string().check(z.describe(description)));

/** Not strict, so that a further format breaks no program. */
const creditsSchema = z.object(
  Object.fromEntries(CREDIT_FORMAT_NAMES.map((name) => [name, z.string()])) as Record<
    (typeof CREDIT_FORMAT_NAMES)[number],
    z.ZodMiniString
  >,
);

const ORIGINAL_SIDE =
  "Of the original, in pixels: measured in its bytes if the answer has them, otherwise as the search service states it; null if unknown.";

/** An image in a slot; an image in two slots is answered twice. */
export const pickedSchema = z.object({
  id: z.string().check(z.describe("The same for the same image in every answer.")),
  proof: nullableText("Proves to Vitrine that it has shown the image; keep it with the image."),
  imageUrl: z.string().check(z.describe("The original file; absolute.")),
  hostUrl: nullableText("The page that shows the image; absolute."),
  host: z.string().check(z.describe("The site, or the folder of an image of the library.")),
  width: nullablePixels(ORIGINAL_SIDE),
  height: nullablePixels(ORIGINAL_SIDE),
  accentColor: nullableText("`#rrggbb`"),
  alternativeText: z
    .string()
    .check(z.describe("As the editor wrote it; empty for a decorative image.")),
  caption: z.string().check(z.describe("As the editor wrote it; may be empty.")),
  fileName: z.string().check(z.describe("A name for the file, with its extension.")),
  slot: z.string().check(z.describe("The slot's name.")),
  crop: z
    .nullable(cropSchema)
    .check(
      z.describe(
        "`x`, `y`, `width` and `height` in pixels of an original of this `width` and `height`; null if the slot has neither `ratio` nor both `width` and `height`.",
      ),
    ),
  credits: creditsSchema.check(
    z.describe("The credit as `plain`, `html`, `markdown` and in further formats."),
  ),
  rights: z.object({
    creator: nullableText("As the file states it."),
    copyright: nullableText("As the file states it."),
    licence: nullableText("As the file states it."),
    note: nullableText("How the editor cleared the rights; null if they are not verified."),
    setBy: z.nullable(z.enum(["editor"]).check(z.describe("Who wrote the note."))),
    setAt: nullableText("ISO 8601 in UTC."),
  }),
  provenance: z.object({
    search: nullableText("The query string of the search; null if no search found the image."),
    rank: z.nullable(z.int()).check(z.describe("From 1.")),
    foundAt: z.string().check(z.describe("ISO 8601 in UTC.")),
    service: z.string().check(z.describe("`demo`, `library`, or the remote service's host.")),
    sha256: nullableText("Of the original's bytes, if they were fetched; hexadecimal."),
  }),
  original: z
    .nullable(
      z.union([
        z.object({
          kind: z.literal("url"),
          url: z.string(),
          expiresAt: z.string().check(z.describe("ISO 8601 in UTC.")),
        }),
        z.object({
          kind: z.literal("bytes"),
          mediaType: z.string(),
          byteCount: z.int(),
          file: z.optional(z.any().check(z.describe("A `File`; absent in JSON."))),
        }),
        z.object({
          kind: z.literal("failed"),
          reason: z.string().check(z.describe("For people.")),
        }),
      ]),
    )
    .check(
      z.describe(
        "Null unless `originals` was set. `kind` is `url`, `bytes`, or `failed` with a `reason`.",
      ),
    ),
});
export type Picked = z.infer<typeof pickedSchema>;

/** Why the picker refuses to open. Its page says the same to the person. */
export const PICKER_REFUSALS = ["origin", "version", "call"] as const;
export type PickerRefusal = (typeof PICKER_REFUSALS)[number];

const head = <Type extends string>(type: Type) => ({
  type: z.literal(`vitrine-picker.${type}`),
  version: z.int(),
  session: z.string().check(z.regex(PICKER_SESSION), z.describe("The nonce of this opening.")),
});

/** From the other program. */
export const openMessageSchema = z.strictObject({
  ...head("open"),
  call: pickerCallSchema,
  returnUrl: z.optional(
    z
      .url()
      .check(
        z.maxLength(2_000),
        z.describe("By redirect only: the page of the caller's origin that receives the answer."),
      ),
  ),
});
export type OpenMessage = z.infer<typeof openMessageSchema>;

/**
 * From the other program, over the port that it sent with `open`: the answer to `grant-wanted`. Without a
 * grant if it has none.
 */
export const grantMessageSchema = z.strictObject({
  ...head("grant"),
  grant: pickerCallSchema.shape.grant,
});

/**
 * From the picker. `ready` asks for `open`, and `grant-wanted`, over the program's port, for `grant`; one of
 * the others ends the session.
 */
export const pickerMessageSchema = z.discriminatedUnion("type", [
  z.object(head("ready")),
  z.object(head("grant-wanted")),
  z.object({ ...head("picked"), images: z.array(pickedSchema) }),
  z.object(head("closed")),
  z.object({ ...head("refused"), reason: z.enum(PICKER_REFUSALS), message: z.string() }),
]);
export type PickerMessage = z.infer<typeof pickerMessageSchema>;
