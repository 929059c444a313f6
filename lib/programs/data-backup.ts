import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "@/lib/protocol/parse-json";
import {
  isSound,
  isSqliteError,
  openDatabase,
  openReadOnly,
  type SqliteDatabase,
  versionOf,
} from "@/lib/state/sqlite/database";

/** The store, by its name in the data folder; PostgreSQL has its own tools for backups. */
const STORE = "vitrine.db";
/** What SQLite writes beside the store (https://sqlite.org/walformat.html). */
const LOGS = [`${STORE}-wal`, `${STORE}-shm`];
/** Beside the store: the copies that docs/state.md names. */
const COPIES = ["searches-used.json", "library-sources.json"];
const SECRETS = "secrets.enc";
const LIST = "backup.json";

const BACKUP = z.object({
  vitrineBackup: z.literal(1),
  createdAt: z.string(),
  /** SHA-256 in hexadecimal, by file. */
  files: z.record(z.string().regex(/^\w[\w.-]*$/), z.string()),
});

type BackupList = z.output<typeof BACKUP>;

/** Why a backup or its restoring failed, for the person who runs it. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/**
 * Writes a backup of a data folder into a new folder, while servers use the store: accounts, keys,
 * counts of searches, ratings, sources, and with a passphrase the secrets, encrypted. It has
 * everything that was acknowledged before the call. Thumbnails and the library's index are left out,
 * because the server makes them again.
 *
 * Returns the names of the files.
 *
 * @throws BackupError
 */
export function backUpDataFolder(
  dataDir: string,
  folder: string,
  passphrase: string | null,
): string[] {
  if (existsSync(folder)) throw new BackupError(`${folder} already exists; name a new folder.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = join(dataDir, STORE);
  if (existsSync(store)) {
    const database = openDatabase(store);
    try {
      // A consistent copy of one moment, which waits for no writer.
      database.prepare("VACUUM INTO ?").run(join(folder, STORE));
      // The folder is private, but the file may be copied elsewhere.
      chmodSync(join(folder, STORE), 0o600);
    } finally {
      database.close();
    }
  }
  for (const name of COPIES) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name));
  }
  const names = readdirSync(folder).sort();
  const files = Object.fromEntries(names.map((name) => [name, sha256(join(folder, name))]));
  const list: BackupList = { vitrineBackup: 1, createdAt: new Date().toISOString(), files };
  if (passphrase !== null) {
    const secrets = readdirSync(dataDir).filter((name) => SECRET_NAME.test(name));
    const texts = secrets.map((name) => [name, readFileSync(join(dataDir, name), "utf8")]);
    const encrypted = encrypt(JSON.stringify(texts), passphrase, authenticated(list));
    writePrivate(join(folder, SECRETS), encrypted);
    files[SECRETS] = sha256(join(folder, SECRETS));
  }
  writePrivate(join(folder, LIST), `${JSON.stringify(list, null, 2)}\n`);
  return Object.keys(files);
}

/**
 * Restores a backup into a data folder that has none of its files. It checks every file first, and
 * changes nothing if one is missing or damaged. Returns the names of the restored files.
 *
 * @throws BackupError
 */
export function restoreDataFolder(
  folder: string,
  dataDir: string,
  passphrase: string | null,
): string[] {
  // SQLite would apply the write-ahead log of a store that was moved away to the restored store.
  if ([STORE, ...LOGS].some((name) => existsSync(join(dataDir, name)))) {
    throw new BackupError(
      `${dataDir} has a store; stop the server and move the folder away first.`,
    );
  }
  const list = readList(folder);
  const { files } = list;
  for (const [name, hash] of Object.entries(files)) {
    if (sha256(backupFile(folder, name)) !== hash) {
      throw new BackupError(`The backup's ${name} is damaged.`);
    }
  }
  if (SECRETS in files && passphrase === null) {
    throw new BackupError("The backup contains secrets; give the passphrase that encrypted them.");
  }
  if (!(SECRETS in files) && passphrase !== null) {
    throw new BackupError("The backup contains no secrets, so no passphrase protects it.");
  }
  const secrets =
    passphrase === null
      ? []
      : decryptSecrets(readFileSync(join(folder, SECRETS)), passphrase, authenticated(list));
  if (STORE in files) assertSound(join(folder, STORE));
  // The store last: a folder with a store is complete.
  const copied = [...COPIES, STORE].filter((name) => name in files);
  const draftOf = (name: string) => join(dataDir, `${name}.restoring`);
  const written = [...secrets.map(([name]) => name), ...copied];
  // Another installation or an interrupted restore left them.
  const found = written.find(
    (name) => existsSync(join(dataDir, name)) || existsSync(draftOf(name)),
  );
  if (found !== undefined) {
    throw new BackupError(`${dataDir} already has ${found}; move the folder away first.`);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const [name, text] of secrets) writePrivate(join(dataDir, name), text);
  for (const name of copied) {
    const draft = draftOf(name);
    copyFileSync(join(folder, name), draft, constants.COPYFILE_EXCL);
    chmodSync(draft, 0o600);
    renameSync(draft, join(dataDir, name));
  }
  return written;
}

/** Returns the path of a file of a backup. It is no link: a link would name a file outside of it. */
function backupFile(folder: string, name: string): string {
  const path = join(folder, name);
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) throw new BackupError(`The backup lacks ${name}.`);
  if (!entry.isFile()) throw new BackupError(`The backup's ${name} is not a file.`);
  return path;
}

/** Returns the text that the encryption of the secrets authenticates: what the list says of the rest. */
function authenticated({ vitrineBackup, createdAt, files }: BackupList): string {
  const others = Object.entries(files).filter(([name]) => name !== SECRETS);
  return JSON.stringify([vitrineBackup, createdAt, others.sort()]);
}

function readList(folder: string): BackupList {
  const path = join(folder, LIST);
  if (!existsSync(path)) throw new BackupError(`${folder} is not a backup: it has no ${LIST}.`);
  const parsed = parseJson(readFileSync(backupFile(folder, LIST), "utf8"));
  const list = BACKUP.safeParse(parsed.isJson ? parsed.value : null);
  if (!list.success) throw new BackupError(`${path} is damaged, or a newer version wrote it.`);
  return list.data;
}

function assertSound(path: string): void {
  let database: SqliteDatabase | null = null;
  let isIntact = false;
  let version = 0;
  try {
    database = openReadOnly(path);
    version = versionOf(database);
    isIntact = isSound(database);
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause;
  } finally {
    database?.close();
  }
  if (!isIntact) throw new BackupError("The backup's store is damaged.");
  if (version === 0) {
    throw new BackupError("A build before 1.0.0 made the backup, and this version cannot read it.");
  }
}

/** The server's own secrets: not the copies that a person or a file system makes beside them. */
const SECRET_NAME = /^[\w-]+\.secret$/;
const SECRET_FILES = z.array(z.tuple([z.string(), z.string()]));

/**
 * A salt of 16 bytes, a nonce of 12, the tag of 16, and the text: AES-256-GCM, key by scrypt. The tag
 * also authenticates `rest`.
 */
function encrypt(text: string, passphrase: string, rest: string): Buffer {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(passphrase, salt), nonce);
  cipher.setAAD(Buffer.from(rest));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), encrypted]);
}

function decryptSecrets(
  bytes: Buffer,
  passphrase: string,
  rest: string,
): z.output<typeof SECRET_FILES> {
  const [salt, nonce, tag] = [
    bytes.subarray(0, 16),
    bytes.subarray(16, 28),
    bytes.subarray(28, 44),
  ];
  if (tag.length < 16) throw new BackupError(`The backup's ${SECRETS} is damaged.`);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(passphrase, salt), nonce);
  decipher.setAAD(Buffer.from(rest)).setAuthTag(tag);
  let text: string;
  try {
    text = Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString("utf8");
  } catch {
    throw new BackupError("The passphrase is wrong, or the backup was changed.");
  }
  return SECRET_FILES.parse(JSON.parse(text)).filter(([name]) => SECRET_NAME.test(name));
}

function keyOf(passphrase: string, salt: Uint8Array): Buffer {
  return scryptSync(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 });
}

/** Reads in pieces: a store may be larger than the memory. */
function sha256(path: string): string {
  const hash = createHash("sha256");
  const piece = Buffer.alloc(1024 * 1024);
  const file = openSync(path, "r");
  try {
    for (let count = readSync(file, piece); count > 0; count = readSync(file, piece)) {
      hash.update(piece.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

function writePrivate(path: string, content: string | Buffer): void {
  writeFileSync(path, content, { flag: "wx", mode: 0o600, flush: true });
}
