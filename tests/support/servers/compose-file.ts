import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "yaml";

export const COMPOSE_SIZES = ["alone", "database", "fleet"] as const;

type Service = {
  profiles?: string[];
  image?: string;
  environment?: Record<string, string>;
  volumes?: string[];
};

/**
 * Returns the servers of a size of compose.yaml, by name, with their environment as Compose would set it,
 * for processes on this machine: folders of containers are replaced by those that are mounted there.
 *
 * `variables` is the environment of `docker compose`.
 */
export function serversOfCompose(
  size: (typeof COMPOSE_SIZES)[number],
  variables: Record<string, string>,
): Record<string, Record<string, string>> {
  const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as {
    services: Record<string, Service>;
  };
  const servers = Object.entries(services).filter(
    ([, { image, profiles = [] }]) => image === "vitrine" && profiles.includes(size),
  );
  return Object.fromEntries(
    servers.map(([name, { environment = {}, volumes = [] }]) => {
      const folders = new Map<string | undefined, string>();
      for (const volume of volumes) {
        const [from = "", to] = interpolate(volume, variables).split(":");
        folders.set(to, resolve(from));
      }
      const settings = Object.entries(environment).map(([setting, text]) => {
        const value = interpolate(text, variables);
        return [setting, folders.get(value) ?? value];
      });
      return [name, Object.fromEntries(settings)];
    }),
  );
}

/** Replaces `${NAME:-otherwise}` and `${NAME:+instead}`; throws an error for any other form. */
function interpolate(text: string, variables: Record<string, string>): string {
  const value = text.replace(/\$\{(\w+):([-+])([^}]*)\}/g, (_, name: string, sign, other) => {
    const set = variables[name] ?? "";
    if (sign === "+") return set === "" ? "" : other;
    return set === "" ? other : set;
  });
  if (value.includes("$")) throw new Error(`compose.yaml: ${text}`);
  return value;
}
