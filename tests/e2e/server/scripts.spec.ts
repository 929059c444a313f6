import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { SERVER_SUBJECTS } from "../../../lib/programs/messages.mjs";

const root = new URL("../../../", import.meta.url);
const folder = new URL(".next/static/chunks/", root);
const SUBJECTS = readdirSync(new URL("lib/messages/en/", root)).map((name) =>
  name.replace(/\.json$/, ""),
);

test("a locale's script has the subjects of all scripts, and no others", () => {
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"));
  const isInBrowser = (subject: string) => scripts.some((text) => text.includes(`("${subject}",{`));
  expect(SUBJECTS.filter((subject) => !isInBrowser(subject))).toEqual(SERVER_SUBJECTS);
});
