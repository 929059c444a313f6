export function installedPostgres(): string | null;
export function getPostgres(): Promise<string>;
