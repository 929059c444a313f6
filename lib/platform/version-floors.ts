import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The lowest versions without known vulnerabilities to remote input: sharp decodes pictures, Next
 * reads requests. Raise them with every advisory that concerns us.
 */
export const VERSION_FLOORS = { sharp: "0.35.5", next: "16.4.6" } as const;

/** The version installed below a project's folder; null if the package is not found. */
export function installedVersion(name: string, folder = process.cwd()): string | null {
  try {
    const text = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}

/** One sentence for the operator for each package below its floor. */
export function versionProblems(
  versionOf: (name: string) => string | null = installedVersion,
): string[] {
  return Object.entries(VERSION_FLOORS).flatMap(([name, floor]) => {
    const version = versionOf(name);
    if (version !== null && isAtLeast(version, floor)) return [];
    if (version === null) return [`${name} is not found; ${floor} or later is needed.`];
    return [`${name} ${version} has known security holes; use ${floor} or later.`];
  });
}

/** Whether `version` is `floor` or later. A prerelease comes before its release. */
export function isAtLeast(version: string, floor: string): boolean {
  const [numbers = "", preview] = version.split(/-(.*)/s);
  const parts = numbers.split(".").map(Number);
  for (const [index, wanted] of floor.split(".").map(Number).entries()) {
    const part = parts[index] ?? Number.NaN;
    if (part !== wanted) return part > wanted;
  }
  return preview === undefined;
}
