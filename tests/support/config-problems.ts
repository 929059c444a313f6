import { ConfigError, parseConfig } from "@/lib/config";

/** Returns the problems of an environment; none if it is a configuration. */
export function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}
