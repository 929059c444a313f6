import { createHash, randomUUID } from "node:crypto";
import type { Role } from "@/lib/contract/account";
import type { Passwords } from "@/lib/service/accounts/passwords";
import { createPeople } from "@/lib/service/accounts/people";
import type { State } from "@/lib/state/state";
import { ACCOUNT_SETTINGS, AN_ACTOR } from "./accounts";

const ASKER = { visitor: "198.51.100.7", userAgent: null };
export const SESSION_SECRET = "a-secret-of-at-least-32-characters";
export const A_PASSWORD = "a long enough password";

const sha256 = (salt: string, password: string) =>
  `${salt}:${createHash("sha256").update(`${salt} ${password}`).digest("hex")}`;

/** Salted hashes that cost nothing, where a test is about something other than the hashes. */
const QUICK_PASSWORDS: Passwords = {
  hash: async (password) => sha256(randomUUID(), password),
  verify: async ({ hash, password }) => sha256(hash.split(":")[0] ?? "", password) === hash,
};

/** The use cases of people over a store, and accounts with a session. */
export function peopleOf(
  state: State,
  {
    isSignUpOpen = false,
    publicUrl = "http://localhost:3000",
    secret = SESSION_SECRET,
    records = state.authRecords(),
    accounts = state.accounts(ACCOUNT_SETTINGS),
    passwords = QUICK_PASSWORDS,
  } = {},
) {
  const people = createPeople({
    accounts,
    records,
    secret: () => secret,
    publicUrl,
    isSignUpOpen,
    planOfNew: "free",
    passwords,
  });
  return {
    people,
    accounts,
    /** Creates an account by an invitation; returns its id, its session's id and its cookie. */
    async newPerson(email: string, role: Role = "account") {
      const { path } = await people.invite({ email, role, plan: "free" }, AN_ACTOR);
      const token = path.slice("/invitation/".length);
      const joined = await people.accept(
        token,
        { email, password: A_PASSWORD, replaces: false },
        ASKER,
      );
      if (joined.problem !== null) throw new Error(joined.problem);
      const cookie = joined.cookies[0]?.split(";")[0] ?? "";
      const principal = await people.sessionOf(new Headers({ cookie }));
      if (principal === null) throw new Error("no session began");
      return { ...principal, cookie };
    },
  };
}
