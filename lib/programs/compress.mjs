/**
 * Compresses the scripts and styles of a build once, into files beside them, which the front door
 * serves (`lib/http/front-door/static-files.ts`).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { root } from "./steps.mjs";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function compressBuild() {
  const folder = join(root, ".next", "static");
  const files = readdirSync(folder, { recursive: true }).filter((name) => /\.(css|js)$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const content = readFileSync(path);
      writeFileSync(`${path}.br`, await compressBrotli(content));
      writeFileSync(`${path}.gz`, await compressGzip(content, { level: 9 }));
    }),
  );
}
