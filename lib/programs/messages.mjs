/**
 * Compiles the ICU messages of `lib/messages/<locale>/<subject>.json` into `lib/messages/compiled`,
 * so that no parser reaches the browser (docs/decisions/0030-interface-texts-as-messages.md):
 *
 * - `<subject>.ts` for English, with the types of the parameters; the bundler includes it where it
 *   is used
 * - `<locale>.json` for every other locale, all subjects in one file, for the server
 * - `scripts/<locale>.<hash>.js` with the subjects that reach a browser, and `scripts.json` with the names
 *
 * A translation has the English text that it translates beside it: `{ "en": …, "text": … }`. The
 * pseudo-locale is generated from English: longer, accented, and written right to left.
 *
 * `node lib/programs/messages.mjs check` lists missing and outdated translations, and exits with 1 if there
 * are any. What is missing is shown in English. Compiling fails for a translation that could not be shown.
 *
 * The files are not committed: installing, `dev`, `build`, `typecheck` and the tests write them.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "messages");

/** The locales into which the English texts are translated. */
const LOCALES = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !["en", "compiled"].includes(entry.name))
  .map(({ name }) => name)
  .sort();

/** The BCP 47 tags for `Intl` that differ from the locale. Arabic uses Latin digits, as sizes do. */
const FORMATS = { ar: "ar-u-nu-latn", pseudo: "en-XA" };

/** The subjects that no script of a browser has; tests/e2e/server/scripts.spec.ts compares them. */
export const SERVER_SUBJECTS = [
  "account",
  "api-failure",
  "console",
  "date",
  "image-page",
  "key-problem",
  "openapi",
  "picker-refusal",
  "rejection",
  "sign-in",
];

const RIGHT_TO_LEFT = ["ar", "pseudo"];

/** Compiles one message. Throws an error for what `formatParts` cannot format. */
export const compileMessage = (text) => compile(parse(text));

/** Returns the content of every generated file by its name in `lib/messages/compiled`. */
export function compileMessages() {
  const english = readCatalogue("en");
  const files = new Map();
  for (const [subject, messages] of Object.entries(english)) {
    files.set(`${subject}.ts`, subjectModule(subject, messages));
  }
  const scripts = {};
  for (const name of [...LOCALES, "pseudo"]) {
    const locale = compileLocale(name, english);
    files.set(`${name}.json`, `${JSON.stringify(locale)}\n`);
    const messages = Object.fromEntries(
      Object.entries(locale.messages).filter(([subject]) => !SERVER_SUBJECTS.includes(subject)),
    );
    const script = `globalThis.vitrineLocale=${JSON.stringify({ ...locale, messages })}\n`;
    const hash = createHash("sha256").update(script).digest("hex").slice(0, 16);
    scripts[locale.tag] = `${name}.${hash}.js`;
    files.set(`scripts/${scripts[locale.tag]}`, script);
  }
  files.set("scripts.json", `${JSON.stringify(scripts, null, 1)}\n`);
  return files;
}

/** Returns a `Locale` of lib/messages/locale.ts. Throws for translations that could not be shown. */
function compileLocale(name, english) {
  const isPseudo = name === "pseudo";
  const isRightToLeft = RIGHT_TO_LEFT.includes(name);
  const texts = isPseudo ? english : translationsOf(name, english);
  return {
    tag: isPseudo ? "en-XA" : name,
    format: FORMATS[name] ?? name,
    direction: isRightToLeft ? "rtl" : "ltr",
    messages: mapValues(texts, (messages, subject) =>
      mapValues(messages, (text, key) =>
        compile(parse(text), {
          ...(isPseudo && { mapLiteral: pseudoText }),
          isolates: isRightToLeft && !isForOthers(subject, key),
        }),
      ),
    ),
  };
}

function translationsOf(locale, english) {
  const own = readCatalogue(locale);
  const { broken } = problemsOf(locale, english, own);
  if (broken.length > 0) throw new Error(broken.join("\n"));
  return mapValues(own, (messages) => mapValues(messages, ({ text }) => text));
}

/** Whether other programs read the text of a message. They may show the marks that isolate a text. */
const isForOthers = (subject, key) =>
  ["credit", "export"].includes(subject) || (subject === "tile" && key === "untitledFrom");

/**
 * Compares a locale with English. Lists the texts that could not be shown (`broken`), that have no
 * translation (`missing`), and whose English text has changed since the translation (`outdated`).
 */
export function problemsOf(locale, english, own) {
  const broken = [];
  const missing = [];
  const outdated = [];
  const categories = pluralCategories(locale);
  const has = (object, key) => object !== undefined && Object.hasOwn(object, key);
  for (const [subject, texts] of Object.entries(own)) {
    for (const key of Object.keys(texts)) {
      if (!has(english[subject], key))
        broken.push(`${locale}/${subject}.json: ${key} isn't in English`);
    }
  }
  for (const [subject, texts] of Object.entries(english)) {
    for (const [key, en] of Object.entries(texts)) {
      const place = `${locale}/${subject}.json: ${key}`;
      if (!has(own[subject], key)) {
        missing.push(place);
        continue;
      }
      const translation = own[subject][key];
      if (translation.en !== en) outdated.push(place);
      const found = differences(categories, en, translation.text);
      broken.push(...found.map((text) => `${place} ${text}`));
    }
  }
  return { broken, missing, outdated };
}

/** Returns what keeps a translation from being shown as its English text is. */
function differences(categories, english, text) {
  let own;
  try {
    own = parametersOf(parse(text));
    compileMessage(text);
  } catch (error) {
    return [`can't be compiled: ${error.message}`];
  }
  const found = [];
  const wanted = parametersOf(parse(english));
  for (const [name, kind] of wanted) {
    if (own.get(name) !== kind) found.push(`needs {${name}} as ${kind}`);
  }
  for (const name of own.keys()) if (!wanted.has(name)) found.push(`has an unknown {${name}}`);
  for (const category of lackingCategories(categories, parse(text))) {
    found.push(`lacks the plural "${category}"`);
  }
  return found;
}

/** What each parameter of a message is: a text, a number, or one of the values of a select. */
function parametersOf(elements, found = new Map()) {
  for (const { type, value, options } of elements) {
    const arms = Object.keys(options ?? {}).sort();
    if (type === TYPE.argument) found.set(value, "a text");
    if (type === TYPE.number || type === TYPE.plural) found.set(value, "a number");
    if (type === TYPE.select) found.set(value, `a select of ${arms.join(", ")}`);
    for (const arm of Object.values(options ?? {})) parametersOf(arm.value, found);
  }
  return found;
}

/** The plural categories of the counts below 1,000 in a language. */
function pluralCategories(locale) {
  const rules = new Intl.PluralRules(locale);
  return new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
}

/** The plural categories that a message lacks. */
function lackingCategories(categories, elements) {
  const lacking = new Set();
  const visit = (parts) => {
    for (const { type, options } of parts) {
      for (const category of type === TYPE.plural ? categories : []) {
        if (!Object.hasOwn(options, category)) lacking.add(category);
      }
      for (const arm of Object.values(options ?? {})) visit(arm.value);
    }
  };
  visit(elements);
  return lacking;
}

/** The texts of a locale by subject and key: a text in English, `{ en, text }` in others. */
export function readCatalogue(locale) {
  if (!existsSync(join(folder, locale))) return {};
  const names = readdirSync(join(folder, locale)).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [
        name.replace(/\.json$/, ""),
        JSON.parse(readFileSync(join(folder, locale, name), "utf8")),
      ]),
  );
}

function subjectModule(subject, messages) {
  const entries = Object.entries(messages).map(([key, text]) => {
    const ast = parse(text);
    const compiled = JSON.stringify(compile(ast));
    return { key: JSON.stringify(key), compiled, type: typeOf(ast) };
  });
  const isPlain = entries.every(({ type }) => type === "null");
  const name = subject.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return [
    `// Generated by lib/programs/messages.mjs from lib/messages/en/${subject}.json.`,
    isPlain
      ? 'import { createTexts } from "../texts";'
      : 'import { createMessages, type Message } from "../messages";',
    `export const ${name}Messages = create${isPlain ? "Texts" : "Messages"}("${subject}", {`,
    ...entries.map(({ key, compiled, type }) =>
      isPlain ? `  ${key}: ${compiled},` : `  ${key}: ${compiled} as Message<${type}>,`,
    ),
    "});",
    "",
  ].join("\n");
}

/**
 * Compiles a message into the form that `formatParts` in lib/messages/messages.ts reads: a text, or
 * a list of texts and arguments `[name]`, plurals and selects `[name, { arm: message }]`.
 */
function compile(elements, options = {}, pluralName = "") {
  const { mapLiteral = (literal) => literal, isolates = false } = options;
  const parts = elements.flatMap((element) => {
    // `formatParts` would ignore them.
    if (element.style) throw new Error(`a number has no style: {${element.value}, number, …}`);
    if (element.offset) throw new Error(`a plural has no offset: {${element.value}, plural, …}`);
    if (element.pluralType === "ordinal") {
      throw new Error(`there are no ordinals: {${element.value}, selectordinal, …}`);
    }
    switch (element.type) {
      case TYPE.literal:
        return mapLiteral(element.value);
      case TYPE.argument:
        return isolates ? ["\u2068", [element.value], "\u2069"] : [[element.value]];
      case TYPE.number:
        return [[element.value]];
      case TYPE.pound:
        return [[pluralName]];
      case TYPE.plural:
      case TYPE.select: {
        const arms = mapValues(element.options, (arm) =>
          compile(arm.value, options, element.value),
        );
        return [[element.value, arms]];
      }
      default:
        throw new Error(`messages have no elements of type ${TYPE[element.type]}`);
    }
  });
  if (parts.length === 0) return "";
  return parts.length === 1 && typeof parts[0] === "string" ? parts[0] : parts;
}

function typeOf(ast) {
  const types = new Map();
  const visit = (elements) => {
    for (const element of elements) {
      if (element.type === TYPE.argument) types.set(element.value, "string | number");
      if (element.type === TYPE.number || element.type === TYPE.plural) {
        types.set(element.value, "number");
      }
      if (element.type === TYPE.select) types.set(element.value, "string");
      for (const { value } of Object.values(element.options ?? {})) visit(value);
    }
  };
  visit(ast);
  const entries = [...types].map(([name, type]) => `${name}: ${type}`);
  return entries.length === 0 ? "null" : `{ ${entries.join("; ")} }`;
}

const PSEUDO_LETTERS = new Map(
  [
    ..."AȦBƁCƇDḒEḖFƑGƓHĦIĪJĴKĶLĿMḾNȠOǾPƤQɊRŘSŞTŦUŬVṼWẆXẊYẎZẐaȧbƀcƈdḓeḗfƒgɠhħiījĵkķlŀmḿnƞoǿpƥqɋrřsştŧuŭvṽwẇxẋyẏzẑ",
  ]
    .join("")
    .match(/[A-Za-z]\P{ASCII}/gu)
    .map(([letter, accented]) => [letter, accented]),
);

/** Accents every letter and doubles the vowels, which makes a text about 35 % longer. */
function pseudoText(text) {
  return [...text]
    .map((letter) => {
      const accented = PSEUDO_LETTERS.get(letter) ?? letter;
      return /[aeiou]/.test(letter) ? accented + accented : accented;
    })
    .join("");
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** Writes `lib/messages/compiled`; leaves equal files alone, because a server may be watching them. */
export function writeMessages() {
  const target = join(folder, "compiled");
  const files = compileMessages();
  mkdirSync(join(target, "scripts"), { recursive: true });
  for (const name of readdirSync(target, { recursive: true })) {
    const isWanted = name === "scripts" || files.has(name.replaceAll("\\", "/"));
    if (!isWanted) rmSync(join(target, name), { recursive: true, force: true });
  }
  for (const [name, content] of files) {
    const path = join(target, name);
    if (existsSync(path) && readFileSync(path, "utf8") === content) continue;
    writeFileSync(path, content);
  }
}

/** Prints what is missing or outdated in each locale; returns whether nothing is. */
function checkMessages() {
  const english = readCatalogue("en");
  const count = Object.values(english).flatMap(Object.keys).length;
  let isComplete = true;
  for (const locale of LOCALES) {
    const problems = problemsOf(locale, english, readCatalogue(locale));
    const { missing } = problems;
    process.stdout.write(`${locale}: ${count - missing.length} of ${count} messages\n`);
    for (const [kind, places] of Object.entries(problems)) {
      if (places.length > 0) isComplete = false;
      for (const place of places) process.stdout.write(`  ${kind}: ${place}\n`);
    }
  }
  return isComplete;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === "check") process.exitCode = checkMessages() ? 0 : 1;
  else writeMessages();
}
