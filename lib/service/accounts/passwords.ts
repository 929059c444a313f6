import "server-only";

/** How passwords are hashed, for the store, and compared with their hashes. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(tried: { hash: string; password: string }): Promise<boolean>;
};

/** The sign-in library's own hashes: scrypt, which takes about 0.1 s of CPU on purpose. */
export const PASSWORDS: Passwords = {
  hash: async (password) => (await import("better-auth/crypto")).hashPassword(password),
  verify: async (tried) => (await import("better-auth/crypto")).verifyPassword(tried),
};
