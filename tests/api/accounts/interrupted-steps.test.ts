import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openState } from "@/lib/state/open-state";
import type { State } from "@/lib/state/state";
import { mapOperations } from "@/lib/state/state-parts";
import { ACCOUNT_SETTINGS, AN_ACTOR } from "@/tests/support/accounts/accounts";
import { A_PASSWORD, peopleOf } from "@/tests/support/accounts/signed-in";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

/*
 * People and their accounts are changed in several transactions. In these tests the store stops at each
 * of them in turn: the server ended, or the database was lost.
 */

const ASKER = { visitor: "198.51.100.7", userAgent: null };
const ALL = { offset: 0, limit: 9 };
/** A person whose sign-up stopped longer ago is removed. */
const SIGN_UP_MS = 60_000;
const WRITES: ReadonlySet<string> = new Set([
  ...["add", "replace", "remove"],
  ...["createAccount", "acceptInvitation", "deleteAccount"],
]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

/** `isDone`: whether the write is done, and only its answer lost. `isBack`: whether the next one works. */
const STOPS = [
  { name: "before", isDone: false, isBack: false },
  { name: "after", isDone: true, isBack: false },
  { name: "in", isDone: true, isBack: true },
] as const;

type Stop = (typeof STOPS)[number] & { atWrite: number };

/** The people of a server whose store stops at a write. */
function stoppingPeople(state: State, { atWrite, isDone, isBack }: Stop) {
  let writes = 0;
  const stopped = () => Promise.reject(new Error("the store stopped"));
  function stopping<Part extends object>(part: Part): Part {
    return mapOperations(part, (name, run) => async (...inputs) => {
      if (writes >= atWrite && !isBack) return stopped();
      if (!WRITES.has(name)) return run(...inputs);
      writes += 1;
      if (writes !== atWrite) return run(...inputs);
      if (isDone) await run(...inputs);
      return stopped();
    });
  }
  const parts = {
    records: stopping(state.authRecords()),
    accounts: stopping(state.accounts(ACCOUNT_SETTINGS)),
  };
  return peopleOf(state, { isSignUpOpen: true, ...parts }).people;
}

type StoppingPeople = ReturnType<typeof stoppingPeople>;

describe("a store that stops", () => {
  /**
   * Calls `attempt` with a store that stops at each write in turn, until it succeeds. After each stop
   * calls `then`, a little more than a minute later.
   */
  async function stopAtEachWrite(
    attempt: (people: StoppingPeople, email: string, atWrite: number) => Promise<unknown>,
    then: (email: string, atWrite: number) => Promise<void>,
    open: () => State,
  ): Promise<number> {
    for (let atWrite = 1; ; atWrite += 1) {
      for (const stop of STOPS) {
        const email = `anna-${stop.name}-${atWrite}@example.com`;
        const people = stoppingPeople(open(), { ...stop, atWrite });
        const isDone = await attempt(people, email, atWrite).then(
          () => true,
          () => false,
        );
        if (isDone) return atWrite - 1;
        vi.setSystemTime(Date.now() + SIGN_UP_MS + 1_000);
        await then(email, atWrite);
      }
    }
  }
  /** Each attempt is of another visitor, because visitors may create few accounts. */
  const askerOf = (email: string) => ({ ...ASKER, visitor: email });

  async function setUp() {
    const dataDir = temporaryFolder();
    const open = () => {
      const state = openState({ dataDir });
      onTestFinished(() => state.close());
      return state;
    };
    const state = open();
    const { people, accounts, newPerson } = peopleOf(state, { isSignUpOpen: true });
    const cookieOf = (result: { cookies?: readonly string[] }) =>
      new Headers({ cookie: result.cookies?.[0]?.split(";")[0] ?? "" });
    /** Returns the account as which an e-mail and a password sign in; null if they do not. */
    const accountOf = async (email: string, password: string) => {
      const result = await people.signIn({ email, password }, askerOf(email));
      if (result.problem !== null) return null;
      return (await people.sessionOf(cookieOf(result)))?.accountId ?? null;
    };
    return { open, state, people, accounts, newPerson, accountOf };
  }

  test("an invitation that replaces an account deletes it only when it is accepted", async () => {
    const { open, state, people, accounts, accountOf } = await setUp();
    const own = "the invited person's password";
    const seen = new Set<string>();
    const begun = new Map<string, { token: string; other: string }>();
    const stops = await stopAtEachWrite(
      async (stopping, email) => {
        await people.signUp({ email, password: A_PASSWORD }, askerOf(email));
        const other = (await accountOf(email, A_PASSWORD)) ?? "";
        const { path } = await people.invite({ email, role: "account", plan: "free" }, AN_ACTOR);
        const token = path.slice("/invitation/".length);
        begun.set(email, { token, other });
        const accepted = { email, password: own, replaces: true };
        await stopping.accept(token, accepted, askerOf(email));
      },
      async (email) => {
        const { token = "", other = "" } = begun.get(email) ?? {};
        const accept = (replaces: boolean) =>
          people.accept(token, { email, password: own, replaces }, askerOf(`${email} again`));
        if ((await accounts.account(other)) === null) {
          seen.add("accepted");
          expect(await people.signUp({ email, password: own }, askerOf(email))).toEqual({
            problem: "taken",
          });
        } else {
          seen.add("not accepted");
          expect(await accept(false)).toEqual({ problem: "taken" });
          expect(await accountOf(email, A_PASSWORD)).toBe(other);
          expect(await accept(true)).toMatchObject({ problem: null });
        }
        expect(await accountOf(email, A_PASSWORD)).toBeNull();
        expect(await accounts.account((await accountOf(email, own)) ?? "")).toMatchObject({
          email,
        });
        expect((await accounts.accounts({ ...ALL, text: email })).count).toBe(1);
        for (const kind of ["person", "password", "session"] as const) {
          expect(await state.authRecords().find({ kind, owner: other })).toEqual([]);
        }
      },
      open,
    );
    expect(stops).toBeGreaterThan(6);
    expect([...seen]).toEqual(["not accepted", "accepted"]);
  });

  test("a sign-up that stopped can be repeated, or has succeeded", async () => {
    const { open, people, accountOf } = await setUp();
    const stops = await stopAtEachWrite(
      (stopping, email) => stopping.signUp({ email, password: A_PASSWORD }, askerOf(email)),
      async (email) => {
        const again = await people.signUp({ email, password: A_PASSWORD }, askerOf(email));
        expect([null, "taken"]).toContain(again.problem);
        expect(await accountOf(email, A_PASSWORD)).not.toBeNull();
      },
      open,
    );
    expect(stops).toBeGreaterThan(3);
  });

  test("a new password that stopped can be set again", async () => {
    const { open, people, newPerson, accountOf } = await setUp();
    const ids = new Map<string, string>();
    const stops = await stopAtEachWrite(
      async (stopping, email) => {
        ids.set(email, (await newPerson(email)).accountId);
        await stopping.resetPassword(ids.get(email) ?? "", email, AN_ACTOR);
      },
      async (email, atWrite) => {
        const id = ids.get(email) ?? "";
        if (atWrite === 1) expect(await accountOf(email, A_PASSWORD)).toBe(id);
        const password = await people.resetPassword(id, email, AN_ACTOR);
        expect(await accountOf(email, password)).toBe(id);
        expect(await people.sessions(id)).toHaveLength(1);
      },
      open,
    );
    expect(stops).toBeGreaterThan(2);
  });

  test("a new password that cannot be set changes nothing", async () => {
    const { people, newPerson, accountOf } = await setUp();
    const { accountId } = await newPerson("anna@example.com");
    await newPerson("bo@example.com");
    const reset = people.resetPassword(accountId, "bo@example.com", AN_ACTOR);
    await expect(reset).rejects.toThrow("the e-mail belongs to another person");
    expect(await accountOf("anna@example.com", A_PASSWORD)).toBe(accountId);
  });
});
