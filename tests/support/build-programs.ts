// @ts-expect-error -- a plain launcher script without types
import { buildPrograms } from "../../lib/programs/build.mjs";

/** Workers and commands are tested as they run: bundled. */
export default async function setup(): Promise<void> {
  await buildPrograms();
}
