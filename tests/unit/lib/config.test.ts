import { writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parseConfig } from "@/lib/config";
import { problemsOf } from "@/tests/support/config-problems";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { sharedSecrets } from "@/tests/support/servers/shared-secrets";

const folder = temporaryFolder();

test("an empty environment is a working configuration with the embedded service", () => {
  const config = parseConfig({});
  expect(config.remote).toBeNull();
  expect(config.libraryDirs).toEqual([]);
  expect(config.publicUrl).toBe("http://localhost:3000");
});

test("an empty variable counts as absent", () => {
  expect(parseConfig({ PORT: "", SEARCH_API_URL: "" })).toEqual(parseConfig({}));
});

test("the public URL has the port unless it is set", () => {
  expect(parseConfig({ PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
  expect(parseConfig({ VITRINE_PUBLIC_URL: "https://pictures.example/" }).publicUrl).toBe(
    "https://pictures.example",
  );
});

test.each(["https://pictures.example/?a=b", "https://pictures.example/#top", "https://p.example?"])(
  "a public URL with a query string or a fragment is refused: %s",
  (address) => {
    expect(problemsOf({ VITRINE_PUBLIC_URL: address })).toHaveLength(1);
  },
);

test("library folders become absolute, and empty ones are ignored", () => {
  const { libraryDirs } = parseConfig({
    VITRINE_LIBRARY_DIRS: ["one", "", "/two"].join(delimiter),
  });
  expect(libraryDirs).toEqual([resolve("one"), "/two"]);
});

test.each([
  [{ VITRINE_WEBHOOK_URL: "https://hooks.example.com/x" }, /^VITRINE_WEBHOOK_SECRET .*: needed/],
  [{ VITRINE_WEBHOOK_SECRET: "whsec_c2hvcnQ=" }, /^VITRINE_WEBHOOK_SECRET: whsec_ and 24/],
  [{ VITRINE_WEBHOOK_URL: "http://hooks.example.com/x" }, /^VITRINE_WEBHOOK_URL: an https URL/],
  [{ VITRINE_WEBHOOK_URL: "https://hooks.example.com:8443/" }, /VITRINE_WEBHOOK_PRIVATE=on$/],
])("a webhook that could not be used is refused: %j", (settings, problem) => {
  expect(problemsOf(settings)).toEqual([expect.stringMatching(problem)]);
});

test("a key can come from a file, without its last line break", () => {
  const file = join(folder, "key");
  writeFileSync(file, "from-a-file\n");
  const { remote } = parseConfig({
    SEARCH_API_URL: "https://images.example",
    SEARCH_API_KEY_FILE: file,
    SEARCH_API_AUTH: "bearer",
  });
  expect(remote).toMatchObject({ key: "from-a-file", keyHeader: "bearer" });
});

test("a remote service without a key is an error", () => {
  expect(problemsOf({ SEARCH_API_URL: "https://images.example" })).toHaveLength(1);
});

test("all problems are reported at once, without values", () => {
  const environment = {
    PORT: "ninety",
    VITRINE_SERVICE_KEY: "short-secret",
    SEARCH_API_URL: "ftp://hidden-host",
    SEARCH_API_KEY: "two words of secret",
    SEARCH_API_AUTH: "basic-secret",
  };
  const problems = problemsOf(environment);
  expect(problems.map((problem) => problem.split(":")[0]).sort()).toEqual(
    Object.keys(environment).sort(),
  );
  for (const value of Object.values(environment)) expect(problems.join("\n")).not.toContain(value);
});

test("secrets with their folder, data and pictures are hidden from decoders, a system folder is not", () => {
  const file = join(folder, "secret-key");
  writeFileSync(file, "from-a-file\n");
  const { hiddenPaths } = parseConfig({
    SEARCH_API_KEY_FILE: file,
    VITRINE_DATA_DIR: "/srv/data",
    VITRINE_LIBRARY_DIRS: "/srv/pictures",
  });
  const expected = [folder, file, "/srv/data", "/srv/pictures", resolve(".env.local")];
  expect(hiddenPaths).toEqual(expect.arrayContaining(expected));
  const ofSystem = parseConfig({ VITRINE_SERVICE_KEY_FILE: "/etc/passwd" });
  expect(ofSystem.hiddenPaths).toContain("/etc/passwd");
  expect(ofSystem.hiddenPaths).not.toContain("/etc");
});

const DATABASE_URL = "postgres://vitrine:s3cret@db.example:5432/vitrine?sslmode=verify-full";
const SHARED = sharedSecrets();

test("a database needs every secret that instances share, and each may come from a file", () => {
  expect(parseConfig({ DATABASE_URL, ...SHARED })).toMatchObject({
    databaseUrl: DATABASE_URL,
    visitorSecret: SHARED.VITRINE_VISITOR_SECRET,
  });
  const files = Object.entries({ DATABASE_URL, ...SHARED }).map(([name, value]) => {
    const file = join(folder, name);
    writeFileSync(file, `${value}\n`);
    return [`${name}_FILE`, file] as const;
  });
  expect(parseConfig(Object.fromEntries(files))).toMatchObject({
    databaseUrl: DATABASE_URL,
    visitorSecret: SHARED.VITRINE_VISITOR_SECRET,
    serviceKey: SHARED.VITRINE_SERVICE_KEY,
    pictures: { thumbnailKeys: [SHARED.VITRINE_THUMBNAIL_KEYS] },
    hiddenPaths: expect.arrayContaining([folder, ...files.map(([, file]) => file)]),
  });
  expect(problemsOf({ DATABASE_URL })).toEqual(
    Object.keys(SHARED).map(
      (name) =>
        `${name} (or ${name}_FILE): needed with DATABASE_URL, the same for every instance; make one with: openssl rand -hex 32`,
    ),
  );
});

test.each([
  "postgres://vitrine@db1.example,db2.example/vitrine",
  "postgres://vitrine:s@3cret@db1:5432,db2:5433/vitrine?target_session_attrs=read-write",
])("a database's URL may list several hosts: %s", (url) => {
  expect(parseConfig({ DATABASE_URL: url, ...SHARED }).databaseUrl).toBe(url);
});

test.each([
  "postgres://vitrine:s3cret@db.example",
  "postgres://vitrine:s3cret@db1.example,/vitrine",
  "postgres://vitrine:s3cret@db1.example,db2.example:x/vitrine",
  "postgres://vitrine:s3cret@db1.example,db2.example/vitrine?target_session_attrs=standby",
  "mysql://vitrine:s3cret@db.example/vitrine",
  "postgres://vitrine:s3cret@db.example/vitrine?sslmode=maybe",
  "postgres://vitrine:s3cret@db.example/vitrine?statement_timeout=0",
  "postgres://vitrine:s3cret%of@db.example/vitrine",
  "vitrine:s3cret",
])("a database's URL is refused without repeating it: %s", (url) => {
  const problems = problemsOf({ DATABASE_URL: url, ...SHARED });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^DATABASE_URL: a URL of the form /);
  expect(problems[0]).not.toContain("s3cret");
});

test("an unusable secret file is named without its content", () => {
  const [empty, short] = [join(folder, "empty"), join(folder, "short")];
  writeFileSync(empty, "\n");
  writeFileSync(short, "too-short\n");
  expect(
    problemsOf({
      DATABASE_URL_FILE: join(folder, "missing"),
      VITRINE_THUMBNAIL_KEYS_FILE: empty,
      VITRINE_SERVICE_KEY_FILE: short,
      VITRINE_VISITOR_SECRET: SHARED.VITRINE_VISITOR_SECRET,
      VITRINE_VISITOR_SECRET_FILE: short,
    }),
  ).toEqual([
    "DATABASE_URL_FILE: the file can't be read",
    "VITRINE_THUMBNAIL_KEYS_FILE: the file is empty",
    "VITRINE_VISITOR_SECRET and VITRINE_VISITOR_SECRET_FILE: set one of them, not both",
    "VITRINE_SERVICE_KEY_FILE: the file must hold at least 24 characters",
  ]);
});
