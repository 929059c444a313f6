/**
 * Packs the scripts and styles of a build once, beside the files themselves, for the front door to
 * give (`lib/http/front-door/static-files.ts`). Run after every build.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { root } from "./steps.mjs";

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

export async function packBuild() {
  const folder = join(root, ".next", "static");
  const files = readdirSync(folder, { recursive: true }).filter((name) => /\.(css|js)$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const content = readFileSync(path);
      writeFileSync(`${path}.br`, await packBrotli(content));
      writeFileSync(`${path}.gz`, await packGzip(content, { level: 9 }));
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await packBuild();
