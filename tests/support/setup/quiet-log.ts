import { setLogLevel } from "@/lib/platform/log";

setLogLevel("silent");
