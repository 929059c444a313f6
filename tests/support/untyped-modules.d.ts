/* Development dependencies without types: what the tests use of them. */

declare module "citation-js" {
  export default class Cite {
    constructor(data: string);
    get(options: { format: "real"; type: "json"; style: "csl" }): Record<string, unknown>[];
    format(kind: "bibliography", options: { format: "text"; template: "apa" }): string;
  }
}

declare module "jsonld" {
  type Expanded = Record<string, { "@value"?: unknown; "@id"?: string; "@type"?: string[] }[]>;
  const jsonld: {
    expand(
      document: object,
      options: {
        documentLoader(
          url: string,
        ): Promise<{ contextUrl: null; document: object; documentUrl: string }>;
      },
    ): Promise<Expanded[]>;
  };
  export default jsonld;
}

declare module "yauzl" {
  type Entry = { fileName: string; uncompressedSize: number; crc32: number };
  type ZipFile = {
    readEntry(): void;
    openReadStream(
      entry: Entry,
      callback: (error: Error | null, stream: import("node:stream").Readable) => void,
    ): void;
    on(event: "entry", listener: (entry: Entry) => void): void;
    on(event: "end", listener: () => void): void;
    on(event: "error", listener: (error: Error) => void): void;
  };
  export function fromBuffer(
    buffer: Buffer,
    options: { lazyEntries: true },
    callback: (error: Error | null, zip: ZipFile) => void,
  ): void;
}
