import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import * as yauzl from "yauzl";

/** The files of a ZIP by their paths, read by a program made for it. */
export function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => {
      if (error !== null) return reject(error);
      const files = new Map<string, Buffer>();
      zip.on("error", reject);
      zip.on("end", () => resolve(files));
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, async (problem, stream) => {
          if (problem !== null) return reject(problem);
          const content = await buffer(stream);
          if (crc32 !== undefined && crc32(content) !== entry.crc32) {
            return reject(new Error(`wrong checksum: ${entry.fileName}`));
          }
          files.set(entry.fileName, content);
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
}
