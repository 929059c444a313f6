import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigError, parseConfig } from "@/lib/config";

const folder = mkdtempSync(join(tmpdir(), "vitrine-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

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
  "an address of ours with a query or a fragment is refused: %s",
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

test("a key file and its folder are secret paths, but not a system folder", () => {
  const remote = { SEARCH_API_URL: "https://images.example" };
  const file = join(folder, "secret-key");
  writeFileSync(file, "from-a-file\n");
  const { secretPaths } = parseConfig({ ...remote, SEARCH_API_KEY_FILE: file });
  expect(secretPaths).toEqual([folder, file]);
  expect(parseConfig({ ...remote, SEARCH_API_KEY: "inline" }).secretPaths).toEqual([]);
  const ofSystem = parseConfig({ SEARCH_API_KEY_FILE: "/etc/key" });
  expect(ofSystem.secretPaths).toEqual(["/etc/key"]);
});
