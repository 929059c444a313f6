import { inspectPicture } from "@/lib/decoding/inspect-picture";
import { readSidecar } from "@/lib/decoding/read-sidecar";

/** Reads files in the test's process, which takes less time than starting decoders. */
export const PICTURE_READER = { inspect: inspectPicture, readSidecar };
