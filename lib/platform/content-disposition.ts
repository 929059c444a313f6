import "server-only";

/**
 * Returns the header `Content-Disposition` with a file's name in both forms (RFC 6266 §4.3, RFC 8187
 * §3.2.1), because not every client reads the second. `fileName` must consist of ASCII letters,
 * digits, dots and hyphens; `fullFileName` may have any characters.
 */
export function contentDisposition(
  type: "inline" | "attachment",
  { fileName, fullFileName }: { fileName: string; fullFileName: string },
): string {
  const encoded = encodeURIComponent(fullFileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${fileName}"; filename*=UTF-8''${encoded}`;
}
