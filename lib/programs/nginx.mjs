/** Finds or installs nginx for `npm run bench:fleet`: Debian's package, as root. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./steps.mjs";

const installed = () =>
  [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, "nginx"))
    .find((path) => existsSync(path));

/** @returns the path of nginx; throws an error that says how to get it. */
export async function findNginx() {
  const found = installed();
  if (found) return found;
  await installDebianPackage("nginx-light");
  const packaged = installed();
  if (packaged) return packaged;
  throw new Error("nginx is needed: apt-get install nginx-light");
}
