// @ts-expect-error -- a plain launcher script without types
import { buildPrograms } from "../../../lib/programs/build.mjs";
import { writeMessages } from "../../../lib/programs/messages.mjs";

/** Generates the messages, and bundles workers and commands, which tests run as production does. */
export default async function setup(): Promise<void> {
  writeMessages();
  await buildPrograms();
}
