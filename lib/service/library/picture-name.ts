import "server-only";

/** Words that say that a camera or a program chose the name. */
const MACHINE_WORD =
  /^(?:img|dsc|dscn|dscf|dcim|pict|pic|mvi|gopr|dji|pxl|imag|image|images|photo|photos|picture|pictures|bild|bilder|foto|fotos|scan|scans|sam|hpim|cimg|imgp|mg|wp|vid|screenshot|screen|shot|bildschirmfoto|untitled|unbenannt|unnamed|download|downloads|file|copy|kopie|edited|final|large|small|original|originals|thumb|export|data|www|tmp|burst|cover|pano|p|dxo|whatsapp|signal|telegram|at|am|pm)$/i;
const HAS_WORD = /\p{L}{2}/u;

/**
 * Makes a name of a file's path: of the file's own name if it says anything, such as "Red barn in
 * snow" for `red-barn_in%20snow (2).JPG`; null for one like `IMG_2041.jpg`.
 */
export function nameFromFile(path: string): string | null {
  const file = path.slice(path.lastIndexOf("/") + 1);
  return cleanedWords(file.replace(/\.[^.]+$/, ""));
}

function cleanedWords(text: string): string | null {
  const words = decoded(text)
    .normalize("NFC")
    // What file managers add to a second copy of a file.
    .replace(/\s*\(\d{1,3}\)\s*$/, "")
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[\s_+.~·–—-]+/u)
    .filter((word) => word !== "");
  if (!words.some(isTelling)) return null;
  const kept = words.filter((word, i) => isTelling(word) || isPartOfName(word, words[i - 1]));
  const name = kept.join(" ");
  return name.charAt(0).toLocaleUpperCase("en") + name.slice(1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a per cent sign that is just that
  }
}

/** Whether a word says something about what is seen. */
function isTelling(word: string): boolean {
  const letters = word.replace(/\d+/g, "");
  const isCode = /\d/.test(word) && /^[0-9a-f]{8,}$/i.test(word);
  return HAS_WORD.test(letters) && !MACHINE_WORD.test(letters) && !isCode;
}

/** Small words and short numbers stay where they follow a telling word: "Vitamin C", "Route 66". */
function isPartOfName(word: string, previous: string | undefined): boolean {
  const isShort = /^(?:\p{L}|\d{1,4}|am|at)$/u.test(word) || !/[\p{L}\p{N}]/u.test(word);
  return isShort && previous !== undefined && (isTelling(previous) || word.length === 1);
}
