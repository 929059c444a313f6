import "server-only";

/**
 * Returns a copy of an object that inherits nothing. The options and the environment of every child
 * process and thread are such objects: Node reads properties that they inherit, and those of
 * Object.prototype include whatever an attacker may have put there, such as `execArgv` or NODE_OPTIONS.
 */
export function withoutPrototype<T extends object>(properties: T): T {
  return Object.assign(Object.create(null), properties);
}
