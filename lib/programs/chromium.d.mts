export function installedChromium(): string | null;
export function installedShell(): string | null;
export function findChromium(): Promise<string | null>;
export function getChromium(): Promise<string>;
