/** Returns the content of every generated file by its name in `lib/messages/compiled`. */
export function compileMessages(): Map<string, string>;
/** Writes the generated files; leaves equal files alone. */
export function writeMessages(): void;
/** Compiles one message. Throws an error for what `formatParts` (lib/messages/messages.ts) cannot format. */
export function compileMessage(text: string): unknown;
