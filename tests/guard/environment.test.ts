import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SETTINGS } from "@/lib/config";
import type { SettingDocs } from "@/lib/platform/settings";
import { PROJECT_ROOT } from "@/tests/support/files/project-files";

/** `npm run docs:settings` runs these tests in a mode that writes the files instead. */
const SETTINGS_PAGE = join(PROJECT_ROOT, "docs", "settings.md");
const ENV_EXAMPLE = join(PROJECT_ROOT, ".env.example");
const COLUMNS_MAX = 100;

const settings = Object.entries(SETTINGS.shape).map(([name, schema]) => {
  const { def } = schema as unknown as { def: { defaultValue?: unknown } };
  const docs = (schema.meta() ?? {}) as Partial<SettingDocs>;
  return { name, ...docs, default: String(def.defaultValue ?? "") };
});

/** Returns whether `name` is a setting with the path of a file that contains another setting's value. */
const isFileOfSetting = (name: string) =>
  [name, name.replace(/_FILE$/, "")].every((each) => each in SETTINGS.shape) &&
  name.endsWith("_FILE");

test.each(settings)("$name has a description", ({ description }) => {
  expect(description).toMatch(/\.$/);
});

test(".env.example matches the settings", async () => {
  const entries = settings.map(({ name, description = "", example, default: value }) =>
    [...wrapped(description), `# ${name}=${example ?? value}`].join("\n"),
  );
  const head = [
    "# Every setting of Vitrine, with its default or an example. Copy this file to .env.local and change",
    "# what you need. Without any setting, the built-in demo collection answers.",
    "# Written by `npm run docs:settings`.",
  ].join("\n");
  await expect(`${[head, ...entries].join("\n\n")}\n`).toMatchFileSnapshot(ENV_EXAMPLE);
});

test("the table of docs/settings.md matches the settings", async () => {
  const rows = settings
    .filter(({ name }) => !isFileOfSetting(name))
    .map(({ name, description = "", defaultText, default: value }) => {
      const [summary = ""] = description.split(/(?<=\.) (?=[A-Z])/);
      const orFile = isFileOfSetting(`${name}_FILE`) ? `, or \`${name}_FILE\`` : "";
      const shownDefault = defaultText ?? (value && `\`${value}\``);
      return `| \`${name}\`${orFile} | ${shownDefault} | ${summary} |`;
    });
  const table = ["| setting | default | what it is |", "|---|---|---|", ...rows].join("\n");
  const page = readFileSync(SETTINGS_PAGE, "utf8");
  const updated = page.replace(/^\| setting \|.*\n(?:\|.*\n)+/m, () => `${table}\n`);
  await expect(updated).toMatchFileSnapshot(SETTINGS_PAGE);
});

function wrapped(text: string): string[] {
  const lines = ["#"];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= COLUMNS_MAX) lines[lines.length - 1] = line;
    else lines.push(`# ${word}`);
  }
  return lines;
}
