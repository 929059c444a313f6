/**
 * Writes thumbnails into a disk cache, 20 at a time, until it is killed. Prints each key once its
 * entry is stored. The body of an entry is its key, repeated.
 */
import { randomBytes } from "node:crypto";
import { createDiskCache } from "@/lib/thumbnails/disk-cache";

const [folder = ""] = process.argv.slice(2);
const cache = createDiskCache<{ of: string }>({ folder, bytesMax: 1e9 });
await cache.ready;
for (;;) {
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const key = randomBytes(20).toString("hex");
      const body = Buffer.from(key.repeat(500));
      if (await cache.set(key, { label: { of: key }, body })) process.stdout.write(`${key}\n`);
    }),
  );
}
