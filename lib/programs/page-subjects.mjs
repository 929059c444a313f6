/**
 * Finds which subjects of `lib/messages` the scripts of each page need before hydration, by their imports:
 * a page in another language than English has these texts in its HTML (app/locale-script.tsx), and
 * loads the other subjects that reach a browser from one file.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** What Next renders beside a page, from its folder or one above. */
const BESIDE_A_PAGE = /^(?:page|layout|error|not-found)\.tsx$/;

/** Everything of this page is rendered on its own, for unknown paths. */
const UNKNOWN_PATHS = "global-not-found.tsx";

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;
const LAZY_IMPORT = /(?<!typeof )\bimport\("([^"]+)"\)/g;
const CLIENT_MODULE = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*\n)*"use client"/;

/**
 * Returns the subjects whose texts the first scripts of each page need, by its folder in `app` as a path
 * (`/collections/[id]`; `*` for unknown paths), and all subjects that reach a browser.
 */
export function findPageSubjects(root) {
  const app = join(root, "app");
  const modules = new Map();
  const inBrowser = new Set();

  function moduleAt(path) {
    if (!modules.has(path)) {
      const text = readFileSync(path, "utf8");
      const targets = (pattern) =>
        [...text.matchAll(pattern)]
          .map(([, name]) => locate(name, dirname(path)))
          .filter((target) => target !== null);
      modules.set(path, {
        isClient: CLIENT_MODULE.test(text),
        statics: targets(STATIC_IMPORT),
        lazies: targets(LAZY_IMPORT),
      });
    }
    return modules.get(path);
  }

  /** Returns the file of an import of our own sources; null for packages and other files. */
  function locate(name, from) {
    if (!/^(?:@\/|\.)/.test(name)) return null;
    const base = name.startsWith("@/") ? join(root, name.slice(2)) : resolve(from, name);
    const found = ["", ".ts", ".tsx"].map((ending) => base + ending);
    return found.find((path) => /\.tsx?$/.test(path) && (isSubject(path) || isFile(path))) ?? null;
  }

  function firstSubjects(entries) {
    const first = new Set();
    const seen = new Set();
    const visit = (path, where) => {
      if (seen.has(`${where} ${path}`)) return;
      seen.add(`${where} ${path}`);
      const [, subject] = SUBJECT.exec(path) ?? [];
      if (subject !== undefined) {
        if (where === "first") first.add(subject);
        if (where !== "server") inBrowser.add(subject);
        return;
      }
      const { isClient, statics, lazies } = moduleAt(path);
      const here = where === "server" && isClient ? "first" : where;
      for (const target of statics) visit(target, here);
      if (here !== "server") for (const target of lazies) visit(target, "later");
    };
    for (const path of entries) visit(path, "server");
    return [...first].sort();
  }

  const pages = {};
  const collect = (folder, above) => {
    const names = readdirSync(folder);
    const here = names.filter((name) => BESIDE_A_PAGE.test(name)).map((name) => join(folder, name));
    const entries = [...above, ...here];
    const path = `/${relative(app, folder).replaceAll("\\", "/")}`;
    if (names.includes("page.tsx")) pages[path] = firstSubjects(entries);
    const shared = entries.filter((entry) => !/(?:page|not-found)\.tsx$/.test(entry));
    for (const name of names.map((each) => join(folder, each))) {
      if (statSync(name).isDirectory()) collect(name, shared);
    }
  };
  collect(app, []);
  pages["*"] = firstSubjects([join(app, UNKNOWN_PATHS)]);
  return { pages, browser: [...inBrowser].sort() };
}

const SUBJECT = /lib[\\/]messages[\\/]compiled[\\/]([\w-]+)\.ts$/;

/** A module that is not yet generated counts: it is one of a subject. */
const isSubject = (path) => SUBJECT.test(path);

const isFile = (path) => existsSync(path) && statSync(path).isFile();
