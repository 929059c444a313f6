import "server-only";
import { setMaxListeners } from "node:events";

/** The signal of work that nobody waits for. Much of it may run at once. */
export const NEVER_ABORTS = new AbortController().signal;
setMaxListeners(0, NEVER_ABORTS);
