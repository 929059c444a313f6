import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inspectPicture } from "@/lib/decoding/inspect-picture";
import { readExif } from "@/lib/decoding/read-exif";
import { getImageTools } from "@/lib/programs/image-tools.mjs";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import {
  exifBlock,
  iptcBlock,
  jpegWithBlocks,
  xmpPacket,
} from "@/tests/support/pictures/hostile-metadata";
import { pngChunk } from "@/tests/support/pictures/hostile-pictures";
import { photographPath } from "@/tests/support/pictures/photographs";

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cc="http://creativecommons.org/ns#" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 photoshop:City="Nagasaki" photoshop:Country="Japan" photoshop:Source="An archive" photoshop:DateCreated="1936-03-09T16:05:00-05:00" photoshop:Credit="https://example.com/barn?a=1&amp;b=2">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Barn &amp; snów &#233;</rdf:li>
<rdf:li xml:lang="de">Scheune</rdf:li></rdf:Alt></dc:title>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© 1936 An archive</rdf:li></rdf:Alt></dc:rights>
<cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/>
<dc:subject><rdf:Bag><rdf:li>barn</rdf:li><rdf:li>winter</rdf:li></rdf:Bag></dc:subject>
<dc:creator><rdf:Seq><rdf:li>Ada Okoye</rdf:li><rdf:li>Jun Ito</rdf:li></rdf:Seq></dc:creator>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const { exiftool } = await getImageTools();

/** Reads a file's metadata as a decoder does. */
const read = async (bytes: Buffer) => (await inspectPicture(bytes)).metadata;

const plain = () => sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } });

test.each(["jpeg", "png", "webp", "avif", "tiff"] as const)(
  "title, keywords and source page are read from a %s",
  async (format) => {
    const bytes = await plain().withXmp(XMP).toFormat(format).toBuffer();
    expect(await read(bytes)).toEqual({
      title: "Barn & snów é",
      description: null,
      keywords: ["barn", "winter"],
      translations: ["Scheune"],
      place: "Nagasaki, Japan",
      sourcePage: "https://example.com/barn?a=1&b=2",
      takenAt: "1936-03-09T16:05:00",
      camera: null,
      creator: "Ada Okoye, Jun Ito",
      copyright: "© 1936 An archive",
      licence: "https://creativecommons.org/licenses/by/4.0/",
    });
  },
);

test("a description in EXIF is read, a camera's default text is not", async () => {
  const described = (ImageDescription: string) =>
    plain().withExif({ IFD0: { ImageDescription } }).jpeg().toBuffer();
  const descriptionOf = async (text: string) => (await read(await described(text))).description;
  expect(await descriptionOf("The old mill")).toBe("The old mill");
  expect(await descriptionOf("OLYMPUS DIGITAL CAMERA")).toBeNull();
});

test.each([
  ...["SONY DSC", "KONICA MINOLTA DIGITAL CAMERA", "_cuva", "hdr", "My beautiful picture"],
  ...["HELLOMOTO", "Untitled", "x-default", "IMG_2041", "Layer 1", "Created with GIMP", "oplus_32"],
  ...["<Digimax i5, Samsung #1>", "CREATOR: gd-jpeg v1.0 (using IJG JPEG v80), quality = 90"],
])("%s, which a camera or program writes by default, is no title", async (title) => {
  expect(await withXmp(`<dc:title>${escapeXml(title)}</dc:title>`)).toMatchObject({ title: null });
});

test.each([
  ...["Canon of Ely blessing the boats", "Digital clock at noon", "Kodak Brownie on a shelf"],
  ...["Untitled (Cowboy), 1989", "1984", "007", "Created with love", "Sony Center, Berlin"],
  ...["HDR of the harbour", "Outline of a barn", "Screenshot of the first browser", "a b.jpg"],
])("%s is a title", async (title) => {
  expect((await withXmp(`<dc:title>${title}</dc:title>`)).title).toBe(title);
});

test("names of makers are kept in copyright and creator", async () => {
  const [copyright, creator] = [
    "Digital Image © 2020 Ada Okoye",
    "Samsung Electronics press office",
  ];
  const stated = `<dc:rights>${copyright}</dc:rights><dc:creator>${creator}</dc:creator>`;
  expect(await withXmp(stated)).toMatchObject({ copyright, creator });
});

test.each(["jpeg", "png", "webp", "avif"] as const)(
  "date, camera and creator are read from the EXIF of a %s",
  async (format) => {
    const exif = {
      IFD0: {
        Make: "NIKON CORPORATION",
        Model: "NIKON D750",
        Artist: "Ada Okoye",
        Copyright: "Ada Okoye, 2024",
      },
      IFD2: { DateTimeOriginal: "2024:05:03 14:20:11" },
    };
    const bytes = await plain().withExif(exif).toFormat(format).toBuffer();
    expect(await read(bytes)).toMatchObject({
      takenAt: "2024-05-03T14:20:11",
      camera: "NIKON D750",
      creator: "Ada Okoye",
      copyright: "Ada Okoye, 2024",
    });
  },
);

test.each([
  ["2024:05:03 14:20:11", "2024-05-03T14:20:11"],
  ["2024:05:03", "2024-05-03"],
  ["2007/06/30 18:45:17", "2007-06-30T18:45:17"],
  ["2004: 5: 3 04:05:06", "2004-05-03T04:05:06"],
  ["0000:00:00 00:00:00", null],
  ["2024:02:31 10:00:00", null],
  ["2024:02:20 25:00:00", "2024-02-20"],
  ["1993:08", "1993-08"],
  ["1993:08:00 00:00:00", "1993-08"],
  ["1952", "1952"],
  ["1952:00:00 00:00:00", "1952"],
  ["2004:05:       :  :", "2004-05"],
  ["1936-1940", "1936"],
  ["19520000", "1952"],
  ["30 Jun 2007 18:45:17", "2007-06-30T18:45:17"],
  ["2024:13:01", null],
  ["1183229117", null],
  ["1700", null],
  ["2999:01:01 10:00:00", null],
  ["yesterday", null],
])("the date %j is read as %j", async (text, takenAt) => {
  const bytes = await plain()
    .withExif({ IFD2: { DateTimeOriginal: text } })
    .jpeg()
    .toBuffer();
  expect((await read(bytes)).takenAt).toBe(takenAt);
});

test.each([
  ["jpeg", "-XMP-photoshop:DateCreated=1952", "1952"],
  ["jpeg", "-XMP-photoshop:DateCreated=2004-05", "2004-05"],
  ["jpeg", "-XMP-exif:DateTimeOriginal=2004:05:03 10:20:30", "2004-05-03T10:20:30"],
  ["jpeg", "-IPTC:DateCreated=1993:08:00", "1993-08"],
  ["jpeg", "-EXIF:CreateDate=2004:05:03 10:20:30", "2004-05-03T10:20:30"],
  ["webp", "-XMP-xmp:CreateDate=2004:05:03 10:20:30", "2004-05-03T10:20:30"],
  ["tiff", "-EXIF:ModifyDate=2004:05:03 10:20:30", "2004-05-03T10:20:30"],
  ["png", "-PNG:CreationTime=2004:05:03 10:20:30", "2004-05-03T10:20:30"],
] as const)("of a %s with %s, the date is %s", async (format, tag, takenAt) => {
  expect((await writtenByExifTool(format, tag)).takenAt).toBe(takenAt);
});

test("each date precedes those that say less about when the picture was taken", async () => {
  const inOrder = [
    "-EXIF:DateTimeOriginal=2001:01:01 00:00:00",
    "-XMP-photoshop:DateCreated=2002",
    "-XMP-exif:DateTimeOriginal=2003",
    "-IPTC:DateCreated=2004:01:01",
    "-EXIF:CreateDate=2005:01:01 00:00:00",
    "-XMP-xmp:CreateDate=2006",
    "-EXIF:ModifyDate=2007:01:01 00:00:00",
  ];
  for (const index of inOrder.keys()) {
    const { takenAt } = await writtenByExifTool("jpeg", ...inOrder.slice(index));
    expect(takenAt?.slice(0, 4)).toBe(String(2001 + index));
  }
});

test.each([
  ["Apple", "iPhone 12", "Apple iPhone 12"],
  ["Canon", "Canon EOS 5D", "Canon EOS 5D"],
  [" ", "ILCE-7M3", "ILCE-7M3"],
  ["Leica", " ", "Leica"],
])("the camera of %j and %j is %j", async (Make, Model, camera) => {
  const bytes = await plain().withExif({ IFD0: { Make, Model } }).jpeg().toBuffer();
  expect((await read(bytes)).camera).toBe(camera);
});

test("a museum's photograph keeps its title", async () => {
  const bytes = readFileSync(photographPath("dust-bowl-home"));
  const { title, description } = await read(bytes);
  expect(title).toBe("Abandoned Dust Bowl Home");
  expect(description).toContain("Dorothea Lange");
});

test("of damaged metadata, what precedes the damage is read", async () => {
  const cut = XMP.slice(0, XMP.indexOf("<dc:rights>") + 20);
  const bytes = await plain().withXmp(cut).jpeg().toBuffer();
  expect(await read(bytes)).toMatchObject({ title: "Barn & snów é", copyright: null });
});

/** Writes tags into a file with ExifTool, and reads them as a decoder does. */
async function writtenByExifTool(
  format: "jpeg" | "tiff" | "png" | "webp",
  ...tags: readonly string[]
) {
  const file = join(temporaryFolder(), `a.${format}`);
  writeFileSync(file, await plain().toFormat(format).toBuffer());
  execFileSync(exiftool, ["-q", "-m", "-overwrite_original", ...tags, file]);
  return read(readFileSync(file));
}

const TEXT = "Zürich Straße Київ";

test.each([
  ["with the marker of UTF-8", ["-codedcharacterset=utf8", `-IPTC:ObjectName=${TEXT}`], TEXT],
  ["in UTF-8 without the marker", ["-charset", "iptc=utf8", `-IPTC:ObjectName=${TEXT}`], TEXT],
  ["in Latin-1", ["-IPTC:ObjectName=Zürich Straße"], "Zürich Straße"],
])("IPTC %s is read", async (_what, tags, title) => {
  expect((await writtenByExifTool("jpeg", ...tags)).title).toBe(title);
  expect((await writtenByExifTool("tiff", ...tags)).title).toBe(title);
});

test("keywords in IPTC and XMP are one list without garbled twins", async () => {
  const both = ["-IPTC:Keywords=grün", "-IPTC:Keywords=Мост", "-XMP-dc:Subject=grün"];
  const { keywords } = await writtenByExifTool("jpeg", "-codedcharacterset=utf8", ...both);
  expect(keywords).toEqual(["grün", "Мост"]);
});

test("a TIFF with IPTC keeps its XMP and EXIF", async () => {
  const tags = ["-IPTC:Keywords=sea", "-XMP-dc:Title=Harbour", "-EXIF:Model=D750"];
  expect(await writtenByExifTool("tiff", ...tags)).toMatchObject({
    title: "Harbour",
    keywords: ["sea"],
    camera: "D750",
  });
});

test("EXIF texts in UTF-8 and in Latin-1 are read", async () => {
  expect((await writtenByExifTool("jpeg", `-EXIF:Artist=${TEXT}`)).creator).toBe(TEXT);
  const latin = ["-charset", "exif=latin", "-EXIF:Artist=André Brûlé"];
  expect((await writtenByExifTool("jpeg", ...latin)).creator).toBe("André Brûlé");
});

test.each([
  ["jpeg", "-EXIF:UserComment=Straße Київ", "Straße Київ"],
  ["webp", "-EXIF:UserComment=The old mill", "The old mill"],
  ["tiff", "-EXIF:XPComment=Straße Київ", "Straße Київ"],
  ["png", "-PNG:Description=The old mill", "The old mill"],
  ["png", "-PNG:Comment=The old mill", "The old mill"],
] as const)("of a %s without a description, %s is read", async (format, tag, description) => {
  expect((await writtenByExifTool(format, tag)).description).toBe(description);
});

test("values of XMP stay text", async () => {
  const subjects = ["0815", "True", "1e3", "1.50"].map((each) => `-XMP-dc:Subject=${each}`);
  const { keywords, creator } = await writtenByExifTool("png", "-XMP-dc:Creator=007", ...subjects);
  expect(keywords).toEqual(["0815", "True", "1e3", "1.50"]);
  expect(creator).toBe("007");
});

const escapeXml = (text: string) => text.replace(/</g, "&lt;");

const withXmp = async (content: string, attributes = "") =>
  read(await plain().withXmp(xmpPacket(content, attributes)).png().toBuffer());

test("CDATA, other prefixes, qualified values and a bare ampersand in XMP are read", async () => {
  const uri = 'xmlns:d="http://purl.org/dc/elements/1.1/"';
  expect((await withXmp("<dc:title><![CDATA[Barn <3 & snow]]></dc:title>")).title).toBe(
    "Barn <3 & snow",
  );
  expect((await withXmp("<d:title>Barn</d:title>", uri)).title).toBe("Barn");
  const qualified = "<rdf:Description><rdf:value>Barn</rdf:value><d:x>no</d:x></rdf:Description>";
  expect((await withXmp(`<dc:title>${qualified}</dc:title>`, uri)).title).toBe("Barn");
  expect((await withXmp("<dc:title>Barn & snow</dc:title>")).title).toBe("Barn & snow");
  expect((await withXmp("<dc:title>Barn &constructor; snow</dc:title>")).title).toBe(
    "Barn &constructor; snow",
  );
});

test("the default language is the title, and what is nested in other properties is not", async () => {
  const items = '<rdf:li xml:lang="de">Scheune</rdf:li><rdf:li xml:lang="x-default">Barn</rdf:li>';
  const nested = "<rdf:Description><dc:title>Part</dc:title></rdf:Description>";
  const pantry = `<xmpMM:Pantry><rdf:Bag><rdf:li>${nested}</rdf:li></rdf:Bag></xmpMM:Pantry>`;
  const content = `${pantry}<dc:title><rdf:Alt>${items}</rdf:Alt></dc:title>`;
  const ns = 'xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"';
  expect(await withXmp(content, ns)).toMatchObject({ title: "Barn", translations: ["Scheune"] });
});

test("a statement on the web that is a licence's URL is the licence, not the source page", async () => {
  const statement = (url: string) =>
    withXmp(
      `<xmpRights:WebStatement>${url}</xmpRights:WebStatement>`,
      'xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"',
    );
  const licence = "https://creativecommons.org/licenses/by/4.0/";
  expect(await statement(licence)).toMatchObject({ licence, sourcePage: null });
  const page = "https://museum.example/barn";
  expect(await statement(page)).toMatchObject({ licence: null, sourcePage: page });
});

test.each([
  "http://localhost/a",
  "http://nas/a",
  "http://10.0.0.7/a",
  "http://[::1]/a",
  "http://nas.local/a",
])("the page %s of a private host is no source page", async (url) => {
  expect((await withXmp(`<dc:source>${url}</dc:source>`)).sourcePage).toBeNull();
});

test.each(["png", "webp", "avif", "tiff"] as const)(
  "XMP above 64 KB in a %s is read",
  async (format) => {
    const packet = xmpPacket(`<x:a>${"history ".repeat(20_000)}</x:a><dc:title>Barn</dc:title>`);
    expect((await read(await plain().withXmp(packet).toFormat(format).toBuffer())).title).toBe(
      "Barn",
    );
  },
);

const EXTENSION = "http://ns.adobe.com/xmp/extension/\0";

/** Parts of XMP above 64 KB in segments of a JPEG, in this order. */
function extendedParts(packet: string, digest: string, starts: readonly number[]): Buffer[] {
  const bytes = Buffer.from(packet);
  const ends = [...starts].sort((a, b) => a - b);
  return starts.map((start) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(bytes.length, 0);
    head.writeUInt32BE(start, 4);
    const end = ends[ends.indexOf(start) + 1] ?? bytes.length;
    return Buffer.concat([Buffer.from(digest), head, bytes.subarray(start, end)]);
  });
}

async function readExtended(parts: readonly Buffer[]) {
  const note = `xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="${DIGEST}"`;
  const xmp = Buffer.from(xmpPacket("<dc:title>Barn</dc:title>", note));
  return read(
    await jpegWithBlocks({ xmp, segments: parts.map((each) => [0xe1, EXTENSION, each]) }),
  );
}

const DIGEST = "0123456789ABCDEF".repeat(2);
const LONG_PACKET = xmpPacket(
  `<dc:title>Other</dc:title><dc:rights>Ada</dc:rights><x:a>${"history ".repeat(12_000)}</x:a><dc:subject>sea</dc:subject>`,
  'xmlns:x="urn:x"',
);

test("XMP above 64 KB of a JPEG is read, in the segments that ExifTool writes", async () => {
  const long = `-XMP-dc:Description=${"The old mill. ".repeat(7_000)}`;
  expect(await writtenByExifTool("jpeg", "-XMP-dc:Title=Barn", long)).toMatchObject({
    title: "Barn",
    description: expect.stringMatching(/^The old mill\. The/),
  });
});

test.each([
  ["in order", [0, 60_000], { title: "Barn", copyright: "Ada", keywords: ["sea"] }],
  ["in another order", [60_000, 0], { title: "Barn", copyright: "Ada", keywords: ["sea"] }],
  ["without the first", [60_000], { title: "Barn", copyright: null, keywords: [] }],
])(
  "parts of XMP above 64 KB %s are read as far as they are there",
  async (_what, starts, stated) => {
    const parts = extendedParts(LONG_PACKET, DIGEST, starts);
    expect(await readExtended(parts)).toMatchObject(stated);
  },
);

test("XMP above 64 KB that belongs to another packet is not read", async () => {
  const parts = extendedParts(LONG_PACKET, "F".repeat(32), [0, 60_000]);
  expect(await readExtended(parts)).toMatchObject({ title: "Barn", copyright: null, keywords: [] });
});

test("a JPEG with XMP above 16 MB is refused with the reason", async () => {
  const packet = " ".repeat(16 * 1024 * 1024 + 1);
  const starts = Array.from({ length: 300 }, (_, index) => index * 60_000);
  await expect(readExtended(extendedParts(packet, DIGEST, starts))).rejects.toThrow(
    "its XMP block is larger than 16 MB",
  );
});

test.each([
  ["UTF-8", Buffer.from("Die Brücke"), "Die Brücke"],
  ["Latin-1", Buffer.from("Die Br\xfccke", "latin1"), "Die Brücke"],
  ["UTF-8 with a final zero", Buffer.from("Die Brücke\0"), "Die Brücke"],
])("a comment of a JPEG in %s is its description", async (_what, comment, description) => {
  const segments = [[0xfe, "", comment]] as const;
  expect((await read(await jpegWithBlocks({ segments }))).description).toBe(description);
});

test("a comment of a JPEG is the last source", async () => {
  const exif = exifBlock({ 270: Buffer.from("The old mill") });
  const segments = [[0xfe, "", Buffer.from("Other")]] as const;
  expect((await read(await jpegWithBlocks({ exif, segments }))).description).toBe("The old mill");
});

const latin1 = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["cut within a character", Buffer.from("Zürich Straße").subarray(0, 13), "Zürich Stra"],
  ["in Latin-1 that ends like UTF-8", latin1("Caf\xe9"), "Café"],
  ["in Windows-1252", latin1("\x84Barn\x93 \x96 1 \x80"), "„Barn“ – 1 €"],
  ["in UTF-16 with its mark", Buffer.from("\ufeffБарн", "utf16le"), "Барн"],
])("IPTC and EXIF %s are read without a garbled letter", async (_what, bytes, text) => {
  const [iptc, exif] = [iptcBlock([[120, bytes]]), exifBlock({ 270: bytes })];
  expect((await read(await jpegWithBlocks({ iptc }))).description).toBe(text);
  expect((await read(await jpegWithBlocks({ exif }))).description).toBe(text);
});

test.each([
  ["another byte order", Buffer.from("The old mill", "utf16le").swap16()],
  ["the block's byte order", Buffer.from("The old mill", "utf16le")],
  ["a byte order mark", Buffer.from("\ufeffThe old mill", "utf16le").swap16()],
])("a UserComment in UTF-16 with %s is read", (_what, text) => {
  const value = Buffer.concat([latin1("UNICODE\0"), text]);
  const entry = (tag: number, type: number, count: number, at: number) => {
    const bytes = Buffer.alloc(18);
    bytes.writeUInt16LE(1, 0);
    bytes.writeUInt16LE(tag, 2);
    bytes.writeUInt16LE(type, 4);
    bytes.writeUInt32LE(count, 6);
    bytes.writeUInt32LE(at, 10);
    return bytes;
  };
  const head = latin1("II*\0\x08\0\0\0");
  const exif = [head, entry(0x8769, 4, 1, 26), entry(0x9286, 7, value.length, 44), value];
  expect(readExif(Buffer.concat(exif)).get("UserComment")).toBe("The old mill");
});

/** A PNG with this chunk after its header. */
async function pngWith(type: string, data: Buffer): Promise<Buffer> {
  const png = await plain().png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);
}

test.each([
  ["in Latin-1", "tEXt", latin1("Title\0Stra\xdfe"), "Straße"],
  ["in UTF-8 without its mark", "tEXt", Buffer.from("Title\0Straße"), "Straße"],
  ["with a keyword in lower case", "tEXt", latin1("title\0Barn"), "Barn"],
  ["compressed", "zTXt", Buffer.concat([latin1("Title\0\0"), deflateSync("Barn")]), "Barn"],
  [
    "in UTF-8",
    "iTXt",
    Buffer.concat([latin1("Title\0\0\0de\0T\0"), Buffer.from("Straße")]),
    "Straße",
  ],
  [
    "in UTF-8, compressed",
    "iTXt",
    Buffer.concat([latin1("Title\0\x01\0\0\0"), deflateSync(Buffer.from("Straße"))]),
    "Straße",
  ],
  [
    "that inflates to 20 MB",
    "zTXt",
    Buffer.concat([latin1("Title\0\0"), deflateSync(Buffer.alloc(20_000_000, 97))]),
    null,
  ],
  ["compressed and damaged", "zTXt", latin1("Title\0\0x\x9c????"), null],
  ["without a text", "iTXt", latin1("Title"), null],
])("a PNG's title %s is read", async (_what, type, data, title) => {
  expect((await read(await pngWith(type, data))).title).toBe(title);
});

test("the date of a PNG is read as RFC 1123 writes it", async () => {
  const text = latin1("Creation Time\0Sat, 30 Jun 2007 18:45:17 GMT");
  expect((await read(await pngWith("tEXt", text))).takenAt).toBe("2007-06-30T18:45:17");
});

test("a picture with XMP above 16 MB is refused with the reason", async () => {
  const bytes = await plain()
    .withXmp(" ".repeat(16 * 1024 * 1024 + 1))
    .tiff()
    .toBuffer();
  await expect(inspectPicture(bytes)).rejects.toThrow("its XMP block is larger than 16 MB");
});

test.each([
  ["unclosed tags", (count: number) => "<a:b ".repeat(count / 5)],
  ["nested tags", (count: number) => "<dc:title>".repeat(count / 10)],
  ["unclosed brackets", (count: number) => "<".repeat(count)],
  [
    "attributes",
    (count: number) =>
      `<a ${Array.from({ length: count / 12 }, (_, index) => `a${index}="1"`).join(" ")}/>`,
  ],
  ["a long attribute", (count: number) => `<a b="${"x".repeat(count)}`],
  [
    "entities",
    (count: number) =>
      `<!DOCTYPE a [<!ENTITY b "${"c".repeat(1000)}">]><dc:title>${"&b;".repeat(count / 3)}`,
  ],
])("3 MB of %s in the XMP of a TIFF take little time", async (_what, content) => {
  const bytes = await plain()
    .withXmp(xmpPacket(content(3_000_000)))
    .tiff()
    .toBuffer();
  const before = process.cpuUsage();
  await read(bytes);
  // CPU time, which does not depend on the machine's other work.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

test("long runs of combining marks in keywords take little time, and are cut", async () => {
  const marks = "\u0591\u0316".repeat(2_500);
  const items = Array.from({ length: 999 }, (_, index) => `<rdf:li>a${index}${marks}</rdf:li>`);
  const bytes = await plain()
    .withXmp(xmpPacket(`<dc:subject><rdf:Bag>${items.join("")}</rdf:Bag></dc:subject>`))
    .tiff()
    .toBuffer();
  const before = process.cpuUsage();
  const { keywords } = await read(bytes);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
  expect(keywords[0]?.length).toBeLessThan(40);
});

test("marks that change the direction of a line are left out of every text", async () => {
  const texts = "<dc:rights>Bob \u202emoc.live</dc:rights><dc:subject>a\u2066b</dc:subject>";
  const { copyright, keywords } = await read(
    await plain().withXmp(xmpPacket(texts)).png().toBuffer(),
  );
  expect([copyright, keywords]).toEqual(["Bob moc.live", ["ab"]]);
});

test("a directory that names the same long text 65,535 times is read once", async () => {
  const head = Buffer.from("II*\0\x08\0\0\0\xff\xff", "latin1");
  const entry = Buffer.from("\x0e\x01\x02\0\0\0\x01\0\x0a\0\0\0", "latin1");
  const exif = Buffer.concat([head, ...Array<Buffer>(65_535).fill(entry)]);
  const before = process.cpuUsage();
  expect([...readExif(exif).keys()]).toEqual(["ImageDescription"]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
