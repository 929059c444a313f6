import "server-only";

/**
 * Names of folders that hold deleted files, snapshots, caches, or databases of other programs. The case
 * of letters does not matter.
 */
const SYSTEM_FOLDERS = [
  // Synology DSM: recycle bin, thumbnails, snapshots, uploads.
  /#recycle|@eaDir|#snapshot|@tmp/,
  // QNAP QTS: recycle bin, snapshots, thumbnails.
  /@Recycle|@Recently-Snapshot|\.@__thumb/,
  // NetApp ONTAP: snapshots.
  /~snapshot/,
  // Samba (vfs_recycle).
  /\.recycle/,
  // Windows: recycle bins of NTFS, FAT and Windows 95; restore points; what chkdsk found.
  /\$RECYCLE\.BIN|RECYCLER|RECYCLED|System Volume Information|found\.\d{3}/,
  // Linux: what fsck found; recycle bins and thumbnails of freedesktop.org.
  /lost\+found|\.Trash.*|\.thumbnails/,
  // macOS: metadata in ZIP files; recycle bins of volumes and of file servers (Netatalk).
  /__MACOSX|\.Trashes|Network Trash Folder|Temporary Items/,
  // Apple Photos, iPhoto and Aperture: libraries, which contain deleted and hidden pictures.
  /.+\.(?:photoslibrary|photolibrary|migratedphotolibrary|aplibrary)/,
  // Adobe Lightroom: previews.
  /.+\.lrdata/,
];

const NAME = new RegExp(`^(?:${SYSTEM_FOLDERS.map(({ source }) => source).join("|")})$`, "i");

/** Android's mark: a folder with this file is not shown, nor are the folders in it. */
export const HIDING_FILE = ".nomedia";

/** Further names that the operator excludes, as `excludedName` returns them. */
export type ExcludedNames = ReadonlySet<string>;
const NONE: ExcludedNames = new Set();

/** Returns a name as excluded names are compared: in lower case and composed (NFC). */
export const excludedName = (name: string) => name.normalize("NFC").toLowerCase();

/** Whether this is the name of a folder of deleted files or of the system, or is excluded. */
export const isSystemName = (name: string, excluded = NONE) =>
  NAME.test(name) || (excluded.size > 0 && excluded.has(excludedName(name)));

/** Whether a scan skips a file or folder with this name: a hidden one, or `isSystemName`. */
export const isLeftOut = (name: string, excluded = NONE) =>
  name.startsWith(".") || isSystemName(name, excluded);

/** Whether a file or folder is left out, or is in a folder that is. `path` has `/`. */
export const isLeftOutPath = (path: string, excluded = NONE) =>
  path.split("/").some((name) => isLeftOut(name, excluded));
