import "server-only";

/**
 * Texts that cameras write as the title or description of every picture, from public reports and from
 * PhotoPrism's list of unwanted descriptions (internal/meta/sanitize.go).
 */
const OF_CAMERAS = [
  ...["olympus digital camera", "olympus", "sony dsc", "sony", "dsc", "minolta dsc", "minolta"],
  ...["konica minolta digital camera", "konica", "samsung", "samsung digital camera"],
  ...["samsung camera pictures", "canon", "nikon", "kodak", "kodak digital still camera"],
  ...["digital camera", "digital still camera", "digital image", "my beautiful picture"],
  ...["hellomoto", "dcim", "dcf 1.0", "exif_jpeg_picture", "exif jpeg picture", "exif jpeg"],
  ...["exif_jpeg", "jpeg", "binary comment"],
];

/** Modes of phones (Huawei, Honor, Xiaomi), from the same reports. */
const OF_PHONES = [
  ...["hdr", "rhdr", "hdrpl", "sdr_hdrb", "cuva", "_cuva", "cof", "sof", "mof", "rpt", "nor"],
  ...["oznor", "oznorwo", "frontbhdp", "fbt", "mon", "dav", "mde", "mde_soft", "edf", "btf"],
  ...["btfmdn", "btfhdr", "frem", "burst", "qrf", "bty"],
];

/** Names of unnamed documents, layers and languages in editors; comments without a version. */
const OF_PROGRAMS = [
  ...["untitled", "unbenannt", "sans titre", "sin título", "x-default", "default", "outline"],
  ...["background", "screenshot", "applemark", "created with gimp", "created with the gimp"],
  ...["created with gimp on a mac", "acd systems digital imaging"],
];

const TEXTS = new Set([...OF_CAMERAS, ...OF_PHONES, ...OF_PROGRAMS]);

/** Texts with a number or a version, as their programs write them. */
const PATTERNS = [
  // Samsung: "<Digimax i5, Samsung #1>".
  /^<(?:digimax|kenox|samsung)[^<>]*>$/,
  /^layer \d+$/,
  // Oppo, OnePlus and Realme, in UserComment.
  /^oplus_\d+$/,
  // Inkscape, libgd, FFmpeg, Photoshop, LEADTOOLS, Intel's and James Weeks's encoders, JPEGmini.
  /^created with inkscape\b[^,]*$/,
  /^creator: gd-jpeg v[\d.]+ \(using ijg jpeg v\d+\),.*$/,
  /^lavc[\d.]+$/,
  /^file written by adobe photoshop\S* \d[\d.]*$/,
  /^lead technologies inc\. v[\d.]+$/,
  /^intel\S* jpeg library(?:, version.*)?$/,
  /^jpeg encoder copyright \d{4}, james r\. weeks and bioelectromech\.?$/,
  /^optimized by jpegmini [\d.]+\b.*$/,
  // The name of a file: numbered by a camera, or without a space.
  /^(?:img|dsc|dscn|dscf|pict?)[_ -]?\d+(?:\.\w+)?$/,
  /^\S+\.(?:jpe?g|png|gif|webp|avif|tiff?|heic|svg)$/,
];

/**
 * Whether a camera or program writes this whole text by default as a title or description. A longer text
 * may contain such a word. Linear in length.
 */
export function isDefaultText(text: string): boolean {
  const lower = text.toLowerCase();
  return TEXTS.has(lower) || PATTERNS.some((pattern) => pattern.test(lower));
}
