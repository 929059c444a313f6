// @ts-expect-error -- a plain launcher script without types
import { buildPrograms } from "../../lib/programs/build.mjs";

/** Tests run workers and commands as bundled programs, as production does. */
export default async function setup(): Promise<void> {
  await buildPrograms();
}
