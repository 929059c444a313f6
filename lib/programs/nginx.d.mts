export function findNginx(): Promise<string>;
