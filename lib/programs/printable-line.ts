/**
 * Returns text that is safe to print on a terminal, as one line. Control characters, line breaks
 * and bidi marks, which file names may contain and a terminal would obey, become `\x1b` or
 * `\u202e`. Keeps joiners, which words and emoji need.
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
