import "server-only";
import manifest from "../../package.json";

/** The version of this program, as package.json states it: `major.minor.patch`. */
export const VERSION: string = manifest.version;
