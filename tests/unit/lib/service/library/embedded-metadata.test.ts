import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inspectPicture } from "@/lib/decoding/inspect-picture";
import { readEmbeddedMetadata } from "@/lib/service/library/embedded-metadata";
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

/** Reads a file's metadata as a scan does. */
const read = async (bytes: Buffer) =>
  readEmbeddedMetadata((await inspectPicture(bytes)).metadata ?? bytes);

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
      photographer: "Ada Okoye, Jun Ito",
      rights: "© 1936 An archive",
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
  for (const text of ["IMG_2041", "x-default", "Untitled picture", "Outline", "0042", "a b.jpg"]) {
    expect(await descriptionOf(text)).toBe(text === "a b.jpg" ? text : null);
  }
});

test.each(["jpeg", "png", "webp", "avif"] as const)(
  "date, camera and photographer are read from the EXIF of a %s",
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
      photographer: "Ada Okoye",
      rights: "Ada Okoye, 2024",
    });
  },
);

test.each([
  ["2024:05:03 14:20:11", "2024-05-03T14:20:11"],
  ["2024:05:03", "2024-05-03"],
  ["0000:00:00 00:00:00", null],
  ["2024:02:31 10:00:00", null],
  ["2024:02:20 25:00:00", null],
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

test("damaged metadata is ignored", async () => {
  const bytes = await plain().withXmp(XMP).jpeg().toBuffer();
  for (const length of [3, 30, 200, 400]) {
    const cut = bytes.subarray(0, length);
    await expect(readEmbeddedMetadata(cut)).resolves.toMatchObject({ keywords: [] });
  }
});
