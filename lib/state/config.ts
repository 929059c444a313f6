import "server-only";
import { resolve } from "node:path";
import { z } from "zod";
import { secretFile } from "@/lib/platform/settings";
import { urlsOfHosts } from "./postgres/urls-of-hosts";

export type StateConfig = {
  /** Absolute path of the server's data folder. */
  dataDir: string;
  /** The PostgreSQL database that several instances share; null for SQLite in `dataDir`. */
  databaseUrl: string | null;
  /** The key of the hash that names visitors; null to generate one in the data folder. */
  visitorSecret: string | null;
};

/** The parameters of a database's URL, with their values. */
const PARAMETERS: Record<string, readonly string[]> = {
  sslmode: ["disable", "prefer", "require", "verify-full"],
  target_session_attrs: ["read-write", "primary"],
};

/** The client would pass other parameters to the server as unknown settings. */
function isDatabaseUrl(text: string): boolean {
  try {
    const { protocol, username, password, hostname, pathname, searchParams } = new URL(text);
    // Like the client, throws for a % that does not begin a percent-encoding.
    decodeURIComponent(username + password);
    return (
      /^postgres(?:ql)?:$/.test(protocol) &&
      hostname !== "" &&
      pathname.length > 1 &&
      [...searchParams].every(([name, value]) => PARAMETERS[name]?.includes(value) === true)
    );
  } catch {
    return false;
  }
}

export const STATE_SETTINGS = z.object({
  VITRINE_DATA_DIR: z.string().default(".data").meta({
    description:
      "The server's data folder. It contains accounts, keys, secrets, the count of paid searches, cached answers, the library's index and thumbnails. With DATABASE_URL, it contains only thumbnails and a copy of the library's index; the rest is in the database and in settings.",
  }),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => urlsOfHosts(text).every(isDatabaseUrl),
      `a URL of the form postgres://user:password@host:port/database, or with several hosts, host1:port,host2:port; with no parameters but ${Object.entries(
        PARAMETERS,
      )
        .map(([name, values]) => `${name}=${values.join("|")}`)
        .join(" and ")}`,
    )
    .optional()
    .meta({
      description:
        "A PostgreSQL database (13 or later) for the state that several instances share; docs/several-instances.md lists what else they share. The server creates its tables in its own schema, vitrine. The URL's sslmode controls TLS: disable, prefer, require or verify-full. Of several hosts (host1:5432,host2:5432) the server uses the primary. Without DATABASE_URL, the server stores its state in VITRINE_DATA_DIR.",
      defaultText: "SQLite in the data folder",
      example: "postgres://vitrine:password@db.example.com:5432/vitrine?sslmode=verify-full",
    }),
  DATABASE_URL_FILE: secretFile("DATABASE_URL"),
  VITRINE_VISITOR_SECRET: z.string().min(32, "at least 32 characters").optional().meta({
    description:
      "The secret for the hash that replaces a visitor's IP address in counts, at least 32 characters. Without it, the server generates one at its first start and stores it in the data folder as visitors.secret. Several instances need the same secret.",
    defaultText: "generated at first start",
    example: "",
  }),
  VITRINE_VISITOR_SECRET_FILE: secretFile("VITRINE_VISITOR_SECRET"),
});

export function readStateConfig(values: z.output<typeof STATE_SETTINGS>): StateConfig {
  return {
    dataDir: resolve(values.VITRINE_DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    visitorSecret: values.VITRINE_VISITOR_SECRET ?? null,
  };
}
