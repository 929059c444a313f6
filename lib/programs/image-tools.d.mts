/** Resolves with the commands of ImageMagick and ExifTool; rejects if they cannot be installed. */
export function getImageTools(): Promise<{ magick: string; exiftool: string }>;
