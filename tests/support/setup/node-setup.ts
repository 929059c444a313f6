import sharp from "sharp";
import { vi } from "vitest";
import { setLogLevel } from "@/lib/platform/log";

// Files share a process: each begins with modules without state, without another file's stubs, and with
// the loaders that lib/decoding/loaders.ts blocks.
vi.resetModules();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();
sharp.unblock({ operation: ["VipsForeignLoad"] });
setLogLevel("silent");
