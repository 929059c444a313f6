import "server-only";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { parseSite } from "@/lib/core/query/site";
import { CHARACTERS_MAX, KEYWORDS_MAX } from "@/lib/decoding/file-metadata";
import { cleanText } from "@/lib/protocol/clean-text";
import { readWebUrl } from "@/lib/protocol/read-web-url";
import { type FiledPicture, PATH_BYTES_MAX } from "@/lib/state/library-store";

/** Returns a schema that normalises a text, and reports `problem` if `normalise` returns null. */
const textOf = (normalise: (text: string) => string | null, problem: string) =>
  z.string().transform((text, context) => {
    const normalised = normalise(text);
    if (normalised !== null) return normalised;
    context.addIssue(problem);
    return z.NEVER;
  });

/** Normalised, because answers may contain only normalised URLs. */
const webUrl = textOf(
  (text) => readWebUrl(text),
  "must be an http(s) URL without a user, of at most 2048 characters",
);

/** One line without control characters, as what a picture's file states; absent if none is visible. */
const line = (charactersMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .transform(cleanText)
    .pipe(z.string().max(charactersMax))
    .transform((text) => (text === "" ? undefined : text));

/** A path below the manifest's folder, with `/`. */
const relativePath = z
  .string()
  .min(1)
  .refine((path) => Buffer.byteLength(path) <= PATH_BYTES_MAX, "is too long")
  .refine(
    (path) =>
      !/^[/\\]|^[a-z]:|\\|\0/i.test(path) &&
      path.split("/").every((part) => part !== "" && part !== "." && part !== ".."),
    "must be a path below the manifest's folder, with / between its parts",
  );

const hostName = textOf(parseSite, "must be a bare host name such as example.com");

const sidePx = z.number().int().min(1).max(100_000);

const picturesEntry = z.strictObject({
  file: relativePath,
  name: line(CHARACTERS_MAX.title).optional(),
  keywords: z
    .array(line(CHARACTERS_MAX.keywords))
    .max(KEYWORDS_MAX)
    .transform((keywords) => keywords.filter((keyword) => keyword !== undefined))
    .optional(),
  /** The page that the picture comes from. */
  hostUrl: webUrl.optional(),
  /** The site to credit without a `hostUrl`; the picture's page is then on this server. */
  host: hostName.optional(),
  /** The origin of the file: a picture whose file moves keeps its id. */
  imageUrl: webUrl.optional(),
  rating: z.enum(["strict", "moderate"]).optional(),
  creator: line(CHARACTERS_MAX.creator).optional(),
  /** The copyright notice. */
  copyright: line(CHARACTERS_MAX.copyright).optional(),
  /** The name, URL or terms of the licence. */
  licence: line(CHARACTERS_MAX.licence).optional(),
  /** In pixels, after orientation. */
  width: sidePx.optional(),
  height: sidePx.optional(),
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #1f6fd6")
    .toLowerCase()
    .optional(),
  /** Whether any pixel is transparent. */
  transparent: z.boolean().optional(),
  /** What a collection stores about an exported image; the library ignores it. */
  pick: z.looseObject({}).optional(),
});

/**
 * A list of pictures with their metadata: `{ "pictures": [{ "file": "a/barn.jpg", "name":
 * "Red barn", "keywords": ["barn"], "hostUrl": "https://…", "rating": "strict" }] }`. Only `file`
 * is required. A collection exported from the browser (`exportManifest`) is also a manifest.
 *
 * A picture with `width`, `height`, `accentColor` and `transparent` is imported without decoding
 * its file or reading the file's own metadata. The library trusts these values: wrong values give
 * the grid a box of the wrong shape or colour until the thumbnail loads, and mislead the filters.
 * The thumbnail itself is made from the file. If one of the four is missing, all are measured.
 */
export type Manifest = { pictures: ManifestPicture[] };
export type ManifestPicture = z.output<typeof picturesEntry>;

/** The manifest without its entries, which are checked one by one. */
const MANIFEST = z.strictObject({
  /** Title and version of an exported collection; the library ignores it. */
  collection: z.looseObject({}).optional(),
  pictures: z.array(z.unknown()).max(1_000_000),
});

const PROBLEMS_MAX = 20;
const PROBLEM_CHARACTERS_MAX = 300;

/** A manifest that cannot be used, with its first 20 problems. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    const first = problems
      .slice(0, PROBLEMS_MAX)
      .map((problem) => problem.slice(0, PROBLEM_CHARACTERS_MAX));
    super(first.join("\n"));
    this.problems = first;
  }
}

/** A million pictures take about 300 MB. The longest string of V8 has 536 million characters. */
const MANIFEST_BYTES_MAX = 500_000_000;

/**
 * Reads a manifest file. Reads it in this thread, although it may be foreign: `JSON.parse` and the
 * schema set no prototypes, and a large manifest needs more memory than a decoder may have.
 *
 * @throws ManifestError that names the first 20 problems by path, such as `pictures.3.hostUrl`.
 */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readText(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof ManifestError) throw cause;
    throw new ManifestError([
      cause.code === "ENOENT" ? "there is no such file" : "the file can't be read",
    ]);
  });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new ManifestError(["the file is not JSON"]);
  }
  const parsed = MANIFEST.safeParse(json);
  if (!parsed.success) throw new ManifestError(problemsOf(parsed.error, []));
  const pictures: ManifestPicture[] = [];
  const problems: string[] = [];
  // One by one: the problems of a million entries would take gigabytes.
  for (const [index, entry] of parsed.data.pictures.entries()) {
    const picture = picturesEntry.safeParse(entry);
    if (picture.success) pictures.push(picture.data);
    else problems.push(...problemsOf(picture.error, ["pictures", index]));
    if (problems.length >= PROBLEMS_MAX) break;
  }
  if (problems.length > 0) throw new ManifestError(problems);
  const repeated = [
    ...repeatedOf(pictures.map(({ file }) => file)),
    ...repeatedOf(pictures.flatMap(({ imageUrl }) => imageUrl ?? [])),
  ];
  if (repeated.length > 0) {
    throw new ManifestError(repeated.map((text) => `pictures: ${text} is listed more than once`));
  }
  return { pictures };
}

const problemsOf = ({ issues }: z.ZodError, at: readonly PropertyKey[]) =>
  issues.map(({ path, message }) => `${[...at, ...path].join(".") || "the file"}: ${message}`);

async function readText(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new ManifestError(["it is not a regular file"]);
  if (found.size > MANIFEST_BYTES_MAX) throw new ManifestError(["the file is larger than 500 MB"]);
  return readFile(path, "utf8");
}

function repeatedOf(texts: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const text of texts) (seen.has(text) ? repeated : seen).add(text);
  return repeated;
}

/** The first characters of a text, without half of one. */
const cut = (text: string, lengthMax: number) =>
  text
    .slice(0, lengthMax)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();

/**
 * Returns a picture of the library as an entry of a manifest, which imports it without decoding; null if
 * a manifest cannot have such a picture.
 */
export function toManifestEntry({ path, picture }: FiledPicture) {
  const { name, keywords, hostUrl, host, rating, creator, copyright, licence } = picture;
  const entry = {
    file: path,
    ...(name !== "" && { name: cut(name, CHARACTERS_MAX.title) }),
    ...(keywords.length > 0 && {
      keywords: keywords.slice(0, KEYWORDS_MAX).map((each) => cut(each, CHARACTERS_MAX.keywords)),
    }),
    ...(hostUrl !== null && { hostUrl }),
    ...(hostUrl === null && host !== null && { host }),
    ...(rating !== "strict" && { rating }),
    ...(creator !== null && { creator }),
    ...(copyright !== null && { copyright }),
    ...(licence !== null && { licence }),
    width: picture.widthPx,
    height: picture.heightPx,
    accentColor: picture.accentColor,
    transparent: picture.isTransparent,
  };
  return picturesEntry.safeParse(entry).success ? entry : null;
}
