/**
 * Fails if the build output contains a secret that was in the environment during the build:
 * verbatim, in base64, in hexadecimal, or URL-encoded.
 *
 *     node lib/programs/find-secret.mjs <secret>
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, root, say } from "./steps.mjs";

const secret = process.argv[2];
if (!secret) fail("Name the secret to look for.");
const bytes = Buffer.from(secret);
const spellings = [
  secret,
  encodeURIComponent(secret),
  bytes.toString("base64").replace(/=+$/, ""),
  bytes.toString("base64url"),
  bytes.toString("hex"),
];

let fileCount = 0;
const holders = [];
for (const entry of readdirSync(join(root, ".next"), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  fileCount += 1;
  const contents = readFileSync(path);
  if (spellings.some((spelling) => contents.includes(spelling))) holders.push(path);
}
if (fileCount === 0) fail("Nothing has been built yet: run npm run build first.");
if (holders.length > 0)
  fail(`The secret is in ${holders.length} built file(s):\n${holders.join("\n")}`);
say(`${fileCount} built files hold no secret.`);
