/**
 * Text for a terminal, as one line: control characters, and marks that reorder a line or break it,
 * become `\x1b` or `\u202e`; joiners, which words and emoji need, stay. A file's name may hold any
 * of them, and a terminal would obey.
 */
export function printableLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?!\u200c|\u200d)\p{Cf}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xffff) return `\\u{${code.toString(16)}}`;
    return code > 0xff
      ? `\\u${code.toString(16).padStart(4, "0")}`
      : `\\x${code.toString(16).padStart(2, "0")}`;
  });
}
