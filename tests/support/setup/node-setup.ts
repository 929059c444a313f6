import { vi } from "vitest";
import { setLogLevel } from "@/lib/platform/log";

// Files share a process: each begins with modules without state, and without another file's stubs.
vi.resetModules();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();
setLogLevel("silent");
