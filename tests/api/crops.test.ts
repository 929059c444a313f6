import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CROP_URL, type CropRequest, type FileCredit } from "@/lib/contract/crops";
import type { ErrorBody } from "@/lib/contract/error-body";
import type { ProvenImage } from "@/lib/contract/image-proofs";
import { oneLine } from "@/lib/core/credits/credit-facts";
import { cropEndpoint } from "@/lib/gallery/crop-endpoint";
import { getImageTools } from "@/lib/programs/image-tools.mjs";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { imageProofsInTest } from "@/tests/support/pictures/image-proofs";
import { photographPath } from "@/tests/support/pictures/photographs";
import { type PictureHost, startPictureHost } from "@/tests/support/pictures/picture-host";
import { type TestThumbnails, thumbnailsInTest } from "@/tests/support/pictures/thumbnails-in-test";
import { HOSTILE_NAMES } from "@/tests/support/requests/hostile-names";
import { type OpenFrontDoor, openFrontDoor } from "@/tests/support/servers/open-front-door";

const JPEG = readFileSync(photographPath("black-canyon"));
const CROP = { x: 100, y: 50, width: 320, height: 180 };

const CREDIT: FileCredit = {
  title: "Lighthouse <after> “sunset” & dusk",
  description: "Zoë’s lighthouse, 灯台",
  alternativeText: "A lighthouse with a red door",
  creator: "Zoë Ωmega",
  copyright: "© 2024 Zoë Ωmega",
  creditLine: "“Lighthouse”, by Zoë Ωmega, kustlicht.example. Rights not verified.",
  usageTerms: "Rights not verified.",
  sourceUrl: "https://kustlicht.example/toren/48?a=1&b=2",
};

let host: PictureHost;
let thumbnails: TestThumbnails;
let door: OpenFrontDoor;
let signer: ReturnType<typeof imageProofsInTest>["signer"];
let exiftool = "";
/** Half of it is transparent. */
let sticker: Buffer;

beforeAll(async () => {
  ({ exiftool } = await getImageTools());
  // Half as large as the library says.
  const barn = await sharp(JPEG).resize(600, 400, { fit: "fill" }).jpeg().toBuffer();
  const half = { create: { width: 32, height: 64, channels: 4, background: "#000f" } } as const;
  sticker = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#0000" } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
  const raw = { width: 2_048, height: 1_500, channels: 4 } as const;
  const large = await sharp(randomBytes(2_048 * 1_500 * 4), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const files: Record<string, Buffer> = {
    "/photo.jpg": JPEG,
    "/sticker.png": sticker,
    "/large.png": large,
  };
  host = await startPictureHost((request, response) => {
    const body = files[request.url ?? ""];
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200).end(body);
  });
  thumbnails = thumbnailsInTest({
    allowedPrivateHosts: [host.host],
    readLibraryImage: async (id) => (id === "barn" ? barn : null),
  });
  const inTest = imageProofsInTest(thumbnails);
  signer = inTest.signer;
  const crop = cropEndpoint({ proofs: inTest.proofs, makeCrop: thumbnails.makeCrop });
  door = await openFrontDoor([crop]);
});

beforeEach(() => {
  host.requests.length = 0;
});

afterAll(async () => {
  await door.close();
  await thumbnails.dispose();
  await host.close();
});

/** An image that this server has shown. */
function shown(path: string): ProvenImage {
  const [width, height] = path === "/sticker.png" ? [64, 64] : [1_024, 750];
  const image = { imageUrl: host.url(path), hostUrl: null, width, height };
  return { ...image, proofs: [signer.sign(image)] };
}

function ask(
  changes: Omit<Partial<CropRequest>, "size"> & { size?: unknown } = {},
  headers: Record<string, string> = { "sec-fetch-site": "same-origin" },
): Promise<Response> {
  const image = shown("/photo.jpg");
  const sent = { image, name: "Lighthouse", crop: CROP, size: null, credit: CREDIT, ...changes };
  return fetch(`${door.origin}${CROP_URL}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(sent),
  });
}

async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${((await response.json()) as ErrorBody).error.code}`;
}

const folder = temporaryFolder();

/** Returns what ExifTool reads from the files of responses. */
async function metadataOf(...responses: Response[]): Promise<Record<string, unknown>[]> {
  const paths = responses.map((_, index) => join(folder, String(index)));
  for (const [index, response] of responses.entries()) {
    writeFileSync(paths[index] ?? "", Buffer.from(await response.arrayBuffer()));
  }
  const read = execFileSync(exiftool, ["-q", "-json", "-G1", "-XMP:all", "-EXIF:all", ...paths]);
  const found = JSON.parse(read.toString()) as Record<string, unknown>[];
  return found.map(({ SourceFile: _, ...metadata }) => metadata);
}

const credited = (credit: FileCredit) => ({
  "XMP-dc:Title": credit.title,
  "XMP-dc:Description": credit.description,
  "XMP-iptcCore:AltTextAccessibility": credit.alternativeText,
  "XMP-dc:Creator": credit.creator,
  "XMP-dc:Rights": credit.copyright,
  "XMP-photoshop:Credit": credit.creditLine,
  "XMP-xmpRights:UsageTerms": credit.usageTerms,
  "XMP-dc:Source": credit.sourceUrl,
});

test("a photograph is a JPEG of the slot's size, whose credit ExifTool reads", async () => {
  const response = await ask({ size: { width: 160, height: 90 } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  expect(response.headers.get("content-disposition")).toContain('filename="lighthouse.jpg"');
  const { width, height } = await sharp(await response.clone().arrayBuffer()).metadata();
  expect({ width, height }).toEqual({ width: 160, height: 90 });
  expect(await metadataOf(response)).toEqual([credited(CREDIT)]);
  expect(host.requests).toHaveLength(1);
});

test("an original of 12 MB can be cropped, as it can travel", async () => {
  const response = await ask({ image: shown("/large.png") });
  const { width } = await sharp(await response.arrayBuffer()).metadata();
  expect([response.status, width]).toEqual([200, 640]);
});

test("a transparent part is a PNG, an opaque part of the same image a JPEG", async () => {
  const image = shown("/sticker.png");
  const transparent = await ask({ image, crop: { x: 16, y: 0, width: 32, height: 64 } });
  expect(transparent.headers.get("content-type")).toBe("image/png");
  const pixels = await sharp(await transparent.clone().arrayBuffer())
    .raw()
    .toBuffer();
  const half = await sharp(sticker)
    .extract({ left: 16, top: 0, width: 32, height: 64 })
    .raw()
    .toBuffer();
  expect(pixels.equals(half)).toBe(true);
  expect(await metadataOf(transparent)).toEqual([credited(CREDIT)]);
  const opaque = await ask({ image, crop: { x: 0, y: 0, width: 32, height: 64 } });
  expect(opaque.headers.get("content-type")).toBe("image/jpeg");
});

test("a picture of the library needs no proof; nothing of it is enlarged", async () => {
  const image = {
    imageUrl: "/library/barn/original",
    hostUrl: null,
    width: 1,
    height: 1,
    proofs: [],
  };
  const response = await ask({ image, size: { width: 320, height: 180 } });
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  expect({ width, height }).toEqual({ width: 160, height: 90 });
  expect(await codeOf(await ask({ image: { ...image, imageUrl: "/library/none/original" } }))).toBe(
    "403 image_unproven",
  );
});

test("hostile names change nothing but their own text", async () => {
  const credits = HOSTILE_NAMES.map((name) => ({ ...CREDIT, title: name, creator: name }));
  const size = { width: 32, height: 18 };
  const responses: Response[] = [];
  // One by one: a busy machine refuses requests that wait for others.
  for (const credit of credits) responses.push(await ask({ name: credit.title, credit, size }));
  expect(responses.map(({ status }) => status)).toEqual(credits.map(() => 200));
  const { "XMP-dc:Title": _, "XMP-dc:Creator": __, ...unchanged } = credited(CREDIT);
  for (const [index, read] of (await metadataOf(...responses)).entries()) {
    const { "XMP-dc:Title": title, "XMP-dc:Creator": creator, ...others } = read;
    const name = oneLine(credits[index]?.title ?? "");
    expect([String(title ?? ""), String(creator ?? "")]).toEqual([name, name]);
    expect(others, name).toEqual(unchanged);
  }
});

test("it serves own pages, proven images and crops inside them only", async () => {
  expect(await codeOf(await ask({}, { "sec-fetch-site": "cross-site" }))).toBe("403 cross_site");
  expect(await codeOf(await ask({}, { origin: "https://evil.example" }))).toBe("403 cross_site");
  const unproven = { ...shown("/photo.jpg"), proofs: [] };
  expect(await codeOf(await ask({ image: unproven }))).toBe("403 image_unproven");
  expect(host.requests).toEqual([]);
  expect(await codeOf(await ask({ crop: { ...CROP, x: 100_000 } }))).toBe("409 crop_mismatch");
  for (const size of [
    { width: 321, height: 180 },
    { width: 0, height: 1 },
    { width: 1.5, height: 1 },
    1,
  ]) {
    expect(await codeOf(await ask({ size })), JSON.stringify(size)).toBe("400 images_invalid");
  }
  expect(await codeOf(await ask({ crop: { ...CROP, x: -1 } }))).toBe("400 images_invalid");
  expect(await codeOf(await ask({ image: shown("/gone.jpg") }))).toBe("404 image_gone");
});
