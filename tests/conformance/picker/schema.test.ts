import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { CREDIT_FORMAT_NAMES } from "@/lib/contract/credit-formats";
import {
  grantMessageSchema,
  openMessageSchema,
  type Picked,
  pickerMessageSchema,
} from "@/lib/contract/picker";
import { pickerSchemaEndpoint } from "@/lib/picker/schema";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";

const response = await ask(applicationOf([pickerSchemaEndpoint()]), "/picker/schema.json");
const served = (await response.json()) as { $id: string; $defs: Record<string, object> };
const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(served);

const HEAD = { version: 1, session: "abcdefghijklmnopqrstuv" };
const CALL = {
  callerName: "Newsroom",
  documentName: "Storm on the coast",
  slots: [
    { name: "hero", label: "Hero", width: 1600, height: 900 },
    { name: "square", ratio: "1:1", count: 3, minWidth: 300, transparent: false },
  ],
  query: "lighthouse",
  safesearch: "strict",
  theme: "dark",
  locale: "de-CH",
  originals: "url",
  grant: "a-grant",
};
const OPEN = { type: "vitrine-picker.open", ...HEAD, call: CALL };
const NEW_GRANT = { type: "vitrine-picker.grant", ...HEAD, grant: "a-grant" };
const PICKED: Picked = {
  id: "1f3a",
  proof: "0a1b2c3d.abcdefghijklmnopqrstuvwx",
  imageUrl: "https://photos.example/1.jpg",
  hostUrl: "https://photos.example/1",
  host: "photos.example",
  width: 4000,
  height: 3000,
  accentColor: "#336699",
  alternativeText: "A lighthouse above the breakers",
  caption: "",
  fileName: "lighthouse.jpg",
  slot: "hero",
  crop: { x: 0, y: 375, width: 4000, height: 2250 },
  credits: Object.fromEntries(
    CREDIT_FORMAT_NAMES.map((name) => [name, "A credit"]),
  ) as Picked["credits"],
  rights: {
    creator: null,
    copyright: null,
    licence: null,
    note: "Licensed",
    setBy: "editor",
    setAt: "2026-11-25T18:00:00.000Z",
  },
  provenance: {
    search: "q=lighthouse",
    rank: 3,
    foundAt: "2026-11-25T18:00:00.000Z",
    service: "images.example",
    sha256: null,
  },
  original: null,
};
const picked = (changes: object = {}) => ({
  type: "vitrine-picker.picked",
  ...HEAD,
  images: [{ ...PICKED, ...changes }],
});

/** What picker.js and the page accept. */
const isRead = (message: unknown) =>
  [openMessageSchema, grantMessageSchema, pickerMessageSchema].some(
    (schema) => schema.safeParse(message).success,
  );

test("the schema names its version, and its definitions are described", () => {
  expect(response.headers.get("content-type")).toBe("application/schema+json");
  expect(served.$id).toBe("urn:vitrine:picker:1");
  expect(Object.keys(served.$defs)).toEqual(
    expect.arrayContaining(["OpenMessage", "PickerMessage", "Call", "Slot", "Picked", "Crop"]),
  );
  expect(JSON.stringify(served.$defs)).toContain("As the editor wrote it");
});

describe("valid by the schema and read by the code:", () => {
  test.each<[string, object]>([
    ["open", OPEN],
    ["open with one slot", { ...OPEN, call: { callerName: "A", slots: [{ name: "a" }] } }],
    ["open by redirect", { ...OPEN, returnUrl: "https://cms.example/edit" }],
    ["ready", { type: "vitrine-picker.ready", ...HEAD }],
    ["closed", { type: "vitrine-picker.closed", ...HEAD }],
    ["a grant wanted", { type: "vitrine-picker.grant-wanted", ...HEAD }],
    ["a new grant", NEW_GRANT],
    ["no new grant", { type: "vitrine-picker.grant", ...HEAD }],
    ["refused", { type: "vitrine-picker.refused", ...HEAD, reason: "origin", message: "No." }],
    ["picked", picked()],
    ["no image picked", { ...picked(), images: [] }],
    ["a field of a later release", picked({ place: "Sylt" })],
    ["nothing known of the image", picked({ width: null, height: null, crop: null, proof: null })],
    [
      "an original as a URL",
      picked({ original: { kind: "url", url: "https://a/", expiresAt: "" } }),
    ],
    [
      "an original as bytes, after JSON",
      picked({ original: { kind: "bytes", mediaType: "image/jpeg", byteCount: 1 } }),
    ],
    ["an original that failed", picked({ original: { kind: "failed", reason: "gone" } })],
  ])("%s", (_, message) => {
    expect(validate(message), JSON.stringify(validate.errors)).toBe(true);
    expect(isRead(message)).toBe(true);
  });
});

describe("neither valid nor read:", () => {
  const withCall = (changes: object) => ({ ...OPEN, call: { ...CALL, ...changes } });
  const withSlot = (slot: object) => withCall({ slots: [{ name: "a", ...slot }] });
  test.each<[string, unknown]>([
    ["nothing", null],
    ["text", "vitrine-picker.open"],
    ["a list", [OPEN]],
    ["no type", { ...OPEN, type: undefined }],
    ["another type", { ...OPEN, type: "open" }],
    ["no session", { ...OPEN, session: undefined }],
    ["a short session", { ...OPEN, session: "abc" }],
    ["a version as text", { ...OPEN, version: "1" }],
    ["an unknown field of the message", { ...OPEN, origin: "https://cms.example" }],
    ["an unknown field of the call", withCall({ safeSearch: "off" })],
    ["safe search loosened", withCall({ safesearch: "moderate" })],
    ["safe search off", withCall({ safesearch: "off" })],
    ["no slot", withCall({ slots: [] })],
    ["13 slots", withCall({ slots: Array.from({ length: 13 }, (_, i) => ({ name: `s${i}` })) })],
    ["51 images in a slot", withSlot({ count: 51 })],
    ["no image in a slot", withSlot({ count: 0 })],
    ["markup in a slot's name", withSlot({ name: "<b>" })],
    ["a ratio of nothing", withSlot({ ratio: "0:1" })],
    ["a negative width", withSlot({ width: -1 })],
    ["a width of a million", withSlot({ width: 1_000_000 })],
    ["a caller without a name", withCall({ callerName: "" })],
    ["a name of 61 characters", withCall({ callerName: "a".repeat(61) })],
    ["a query of 201 characters", withCall({ query: "a".repeat(201) })],
    ["a grant of 2,001 characters", withCall({ grant: "a".repeat(2_001) })],
    ["a new grant of 2,001 characters", { ...NEW_GRANT, grant: "a".repeat(2_001) }],
    ["an unknown field beside a new grant", { ...NEW_GRANT, origin: "https://cms.example" }],
    ["a locale with a path", withCall({ locale: "../../etc" })],
    ["another theme", withCall({ theme: "url(//evil.example)" })],
    ["a return URL that is not one", { ...OPEN, returnUrl: "cms" }],
    ["an image without a proof field", picked({ proof: undefined })],
    ["a crop outside", picked({ crop: { x: -1, y: 0, width: 1, height: 1 } })],
    ["an unknown reason", { type: "vitrine-picker.refused", ...HEAD, reason: "mood", message: "" }],
  ])("%s", (_, message) => {
    // As it arrives: without undefined fields.
    const sent = JSON.parse(JSON.stringify(message));
    expect(validate(sent)).toBe(false);
    expect(isRead(sent)).toBe(false);
  });
});
