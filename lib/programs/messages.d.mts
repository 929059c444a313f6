/** Every generated file: its name in `lib/messages/compiled`, and its content. */
export function compileMessages(): Map<string, string>;
/** Writes them; leaves equal files alone. */
export function writeMessages(): void;
