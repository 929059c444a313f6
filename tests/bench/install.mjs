/** Installs the packages of this folder, for `npm run build:vectors`; `run.mjs` does so by itself. */
import { installBench } from "../../lib/programs/steps.mjs";

await installBench();
