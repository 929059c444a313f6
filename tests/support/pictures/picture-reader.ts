import { inspectPicture } from "@/lib/decoding/inspect-picture";
import { parseSidecar } from "@/lib/decoding/parse-sidecar";

/** Reads files in the test's process, which takes less time than starting decoders. */
export const PICTURE_READER = { inspect: inspectPicture, parseSidecar };
