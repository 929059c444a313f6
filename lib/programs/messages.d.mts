/** Returns the content of every generated file by its name in `lib/messages/compiled`. */
export function compileMessages(): Map<string, string>;
/** Writes the generated files; leaves equal files alone. */
export function writeMessages(): void;
