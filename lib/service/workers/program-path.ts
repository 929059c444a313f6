import "server-only";
import { join } from "node:path";

/** Path of a bundled program of ours (lib/programs/build.mjs); programs lie beside `.next`. */
export function programPath(name: string): string {
  return join(/* turbopackIgnore: true */ process.cwd(), ".programs", `${name}.mjs`);
}
