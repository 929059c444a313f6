import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The lowest versions without known vulnerabilities to remote input: sharp decodes pictures, Next
 * reads requests. Raise them with every advisory that concerns us.
 */
export const VERSION_FLOORS = { sharp: "0.35.5", next: "16.4.6" } as const;

/**
 * The first safe version of each supported line of Node; earlier ones have the memory fault in Brotli
 * (CVE-2026-111497).
 */
const NODE_FLOORS = ["22.23.4", "24.22.1", "26.12.1"];

/** Returns the version installed below a project's folder; null if the package is not found. */
export function installedVersion(name: string, folder = process.cwd()): string | null {
  try {
    const text = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}

/** Returns one sentence for the operator for each package below its floor. */
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

/**
 * Returns a warning for the operator about this version of Node (`process.versions.node`), or null
 * if it is safe. An old Node is not refused, because Vitrine decompresses nothing of unknown hosts.
 */
export function nodeWarning(version: string): string | null {
  const line = Number.parseInt(version, 10);
  const floor = NODE_FLOORS.find((each) => Number.parseInt(each, 10) === line);
  if (isAtLeast(version, floor ?? NODE_FLOORS.at(-1) ?? "")) return null;
  return `Node ${version} has known security holes; use ${NODE_FLOORS.join(", ")} or later.`;
}

/** Returns whether `version` is `floor` or later. A prerelease comes before its release. */
export function isAtLeast(version: string, floor: string): boolean {
  const [numbers = "", preview] = version.split(/-(.*)/s);
  const parts = numbers.split(".").map(Number);
  for (const [index, wanted] of floor.split(".").map(Number).entries()) {
    const part = parts[index] ?? Number.NaN;
    if (part !== wanted) return part > wanted;
  }
  return preview === undefined;
}
