import sharp from "sharp";

const NAMES = ["__proto__", "constructor", "prototype"] as const;
const VALUES = ["https://evil.example/", ...NAMES];

/** An XMP packet with this content in its description. */
export function xmpPacket(content: string, attributes = ""): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:__proto__="http://purl.org/dc/elements/1.1/"
 ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

const list = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`;

/** Packets with the names of prototypes as namespace, tag, attribute and value. */
export const HOSTILE_PACKETS: readonly string[] = [
  ...NAMES.flatMap((namespace) =>
    [...NAMES, "dc", "title", "source", "freeze", "assign"].flatMap((tag) => {
      const name = `${namespace}:${tag}`;
      return VALUES.map((value) =>
        xmpPacket(
          `<${name}>${value}</${name}><${name}>${list(value)}</${name}><${name} title="${value}"/>`,
          `${name}="${value}"`,
        ),
      );
    }),
  ),
  ...NAMES.flatMap((name) => [
    xmpPacket(`<dc:${name}>${list("evil")}</dc:${name}>`, `dc:${name}="evil" ${name}="evil"`),
    xmpPacket(`<${name}><dc>${list("evil")}</dc></${name}>`),
    xmpPacket(`<dc:title>&${name};<rdf:Alt ${name}="evil"><rdf:li xml:lang="${name}">x</rdf:li>`),
    `<${name}:RDF xmlns:${name}="${name}"><rdf:RDF><rdf:Description ${name}:dc="evil"/>`,
  ]),
  // Made every following object of exifr's thread immutable.
  xmpPacket("<constructor:freeze>x</constructor:freeze>"),
  xmpPacket("<constructor:freeze/>", 'constructor:freeze="x"'),
];

/** JSON files with the names of prototypes as keys and values. */
export const HOSTILE_JSON: readonly string[] = NAMES.flatMap((name) => [
  `{ "${name}": { "title": "evil", "sourcePage": "https://evil.example/" } }`,
  `{ "title": { "${name}": { "title": "evil" } }, "keywords": [{ "${name}": { "name": "evil" } }] }`,
  `{ "constructor": { "${name}": { "title": "evil" } }, "KPlugin": { "${name}": { "name": "evil" } } }`,
  `{ "title": "${name}", "keywords": ["${name}"], "${name}[de]": "evil", "name[${name}]": "evil" }`,
]);

const JPEG = sharp({ create: { width: 8, height: 8, channels: 3, background: "#14406b" } })
  .jpeg()
  .toBuffer();

export type HostileBlocks = {
  xmp?: Buffer;
  exif?: Buffer;
  iptc?: Buffer;
  /** Further segments: marker, first bytes, content. */
  segments?: readonly (readonly [marker: number, head: string, content: Buffer])[];
};

/** A JPEG with these blocks, whatever their bytes. */
export async function jpegWithBlocks({
  xmp,
  exif,
  iptc,
  segments = [],
}: HostileBlocks): Promise<Buffer> {
  const jpeg = await JPEG;
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...(exif ? [segment(0xe1, "Exif\0\0", exif)] : []),
    ...(xmp ? [segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", xmp)] : []),
    ...(iptc ? [segment(0xed, "Photoshop 3.0\0", iptc)] : []),
    ...segments.map(([marker, head, content]) => segment(marker, head, content)),
    jpeg.subarray(2),
  ]);
}

/** A marker segment; its two-byte length includes itself (ITU T.81 §B.1.1.4). */
function segment(marker: number, head: string, content: Buffer): Buffer {
  const prefix = Buffer.from([0xff, marker, 0, 0, ...Buffer.from(head, "latin1")]);
  prefix.writeUInt16BE(prefix.length - 2 + content.length, 2);
  return Buffer.concat([prefix, content]);
}

/** A directory of EXIF with these texts, by tag. */
export function exifBlock(texts: Readonly<Record<number, Buffer>>): Buffer {
  const entries = Object.entries(texts);
  const head = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  head.write("II*\0", "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  const values: Buffer[] = [];
  let offset = head.length;
  entries.forEach(([tag, text], index) => {
    const value = Buffer.concat([text, Buffer.alloc(Math.max(1, 5 - text.length))]);
    const at = 10 + index * 12;
    head.writeUInt16LE(Number(tag), at);
    head.writeUInt16LE(2, at + 2);
    head.writeUInt32LE(value.length, at + 4);
    head.writeUInt32LE(offset, at + 8);
    values.push(value);
    offset += value.length;
  });
  return Buffer.concat([head, ...values]);
}

/** Records of IPTC, in the resource of a Photoshop block. */
export function iptcBlock(records: readonly (readonly [dataset: number, text: Buffer])[]): Buffer {
  const data = Buffer.concat(
    records.map(([dataset, text]) => {
      const head = Buffer.from([0x1c, 2, dataset, 0, 0]);
      head.writeUInt16BE(text.length, 3);
      return Buffer.concat([head, text]);
    }),
  );
  const head = Buffer.from("8BIM\x04\x04\0\0\0\0\0\0", "latin1");
  head.writeUInt32BE(data.length, 8);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

const TOKENS = [
  ...NAMES,
  "<",
  ">",
  "</",
  "&",
  "&#0;",
  "]]>",
  "<![CDATA[",
  "xmlns:",
  '="',
  "rdf:li",
];

/** Returns a block with one to eight changes: bytes, removed and repeated parts, hostile tokens. */
export function mutated(block: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(block);
  const below = (count: number) => Math.floor(random() * count);
  for (let changes = 1 + below(8); changes > 0; changes -= 1) {
    const at = below(bytes.length + 1);
    const end = Math.min(bytes.length, at + below(64));
    const [before, part, rest] = [
      bytes.subarray(0, at),
      bytes.subarray(at, end),
      bytes.subarray(end),
    ];
    const token = Buffer.from(TOKENS[below(TOKENS.length)] ?? "");
    const middle = [
      [Buffer.from(part.map(() => below(256)))],
      [],
      [part, part],
      [part, token],
      [token],
    ][below(5)] as Buffer[];
    bytes = Buffer.concat([before, ...middle, rest]);
  }
  return bytes.subarray(0, 60_000);
}
