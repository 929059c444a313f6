import "server-only";
import type { AuthRecord } from "@/lib/state/auth-records";
import { recordOf } from "./auth-adapter";
import type { Passwords } from "./passwords";

/** Returns the records of a person with a password, as the sign-in library writes them. */
export async function personRecords(
  {
    id,
    email,
    password,
    passwordId,
  }: {
    id: string;
    email: string;
    password: string;
    /** The id of the password's record. */
    passwordId: string;
  },
  passwords: Passwords,
): Promise<AuthRecord[]> {
  const now = new Date().toISOString();
  const times = { createdAt: now, updatedAt: now };
  const person = { id, email, name: "", emailVerified: false, ...times };
  const account = {
    id: passwordId,
    accountId: id,
    providerId: "credential",
    userId: id,
    password: await passwords.hash(password),
    ...times,
  };
  return [recordOf("user", person), recordOf("account", account)];
}
