/**
 * `npm run accounts`: manages the accounts of the search service from the operator's shell, also
 * while the server runs.
 *
 * Exits with 0 on success, 1 on failure, 2 on a usage error.
 */

import type { AccountWithUsage, Role } from "@/lib/contract/account";
import type { Plan } from "@/lib/core/limits/plan";
import {
  BY_COMMAND,
  configOfServer,
  loadEnvironment,
  runCommand,
  say,
  warn,
} from "@/lib/programs/command-line";
import {
  accountOfEmail,
  createPeople,
  EMAIL,
  normalisedEmail,
  type People,
} from "@/lib/service/accounts/people";
import type { AccountState } from "@/lib/state/account-state";
import { openState } from "@/lib/state/open-state";

const USAGE = `Usage:
  npm run accounts -- operator [e-mail]                 print a link with which an operator makes an account
  npm run accounts -- invite [e-mail] [--plan <plan>]   print a link with which a person makes an account
  npm run accounts -- invitations                       list the invitations that can still be used
  npm run accounts -- withdraw <e-mail | id>            withdraw invitations
  npm run accounts -- list                              list the accounts
  npm run accounts -- plan <e-mail> <plan>              change an account's plan
  npm run accounts -- suspend <e-mail>                  suspend an account: its API keys get 401
  npm run accounts -- resume <e-mail>                   end the suspension
  npm run accounts -- password <e-mail>                 set a new password, print it, end all sessions and the lock
  npm run accounts -- delete <e-mail>                   delete an account with its keys

A link works once, for 7 days. The plans are those of VITRINE_PLANS_FILE, or free, team and studio.
`;

type Parts = { accounts: AccountState; people: People; plans: readonly Plan[]; publicUrl: string };
type Command = (parts: Parts, args: readonly string[]) => Promise<number>;

async function invite(
  { people, plans, publicUrl }: Parts,
  role: Role,
  [email = "", option, chosen = ""]: readonly string[],
): Promise<number | null> {
  const plan = option === undefined ? (plans[0]?.id ?? "") : chosen;
  if (option !== undefined && option !== "--plan") return null;
  if (email !== "" && !EMAIL.safeParse(email).success) {
    warn(
      `People cannot sign in with ${email}: before the @ they need letters from A to Z, digits and some signs, and a domain that ends in letters. Leave the e-mail out, and the invited person chooses one.`,
    );
    return 1;
  }
  if (!isPlan(plans, plan)) return 1;
  const { path, expiresAtMs } = await people.invite({ email, role, plan }, BY_COMMAND);
  const until = new Date(expiresAtMs).toISOString().slice(0, 16).replace("T", " ");
  say(`${publicUrl}${path}`);
  say(`Open this link in a browser and choose a password. It works once, until ${until} UTC.`);
  await fetch(`${publicUrl}/livez`).catch(() => {
    warn(
      `No server answers at ${publicUrl} now. Another port or URL? Set PORT or VITRINE_PUBLIC_URL.`,
    );
  });
  return 0;
}

/** Returns whether a plan exists, after a warning if it does not. */
function isPlan(plans: readonly Plan[], id: string): boolean {
  const ids = plans.map((plan) => plan.id);
  if (!ids.includes(id)) warn(`There is no plan ${id}. Plans: ${ids.join(", ")}.`);
  return ids.includes(id);
}

async function list({ accounts }: Parts): Promise<number> {
  const all = await accounts.accounts({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
  for (const { email, role, plan, usedThisMonth, keyCount, isSuspended } of all.accounts) {
    const notes = [role === "operator" ? "operator" : "", isSuspended ? "suspended" : ""];
    const shown = notes.filter((note) => note !== "").join(", ");
    say(
      `${email}  ${plan}  ${usedThisMonth} searches this month, ${keyCount} keys${shown && `  (${shown})`}`,
    );
  }
  if (all.count === 0) say("There are no accounts. Make yours: npm run accounts -- operator");
  return 0;
}

async function listInvitations({ accounts }: Parts): Promise<number> {
  const invitations = await accounts.invitations();
  for (const { id, email, role, plan, expiresAtMs } of invitations) {
    const until = new Date(expiresAtMs).toISOString().slice(0, 10);
    say(`${id}  ${email || "any e-mail"}  ${role}, ${plan}, until ${until}`);
  }
  if (invitations.length === 0) say("There are no invitations.");
  return 0;
}

async function withdraw({ accounts }: Parts, name: string): Promise<number> {
  const invitations = (await accounts.invitations()).filter(
    ({ id, email }) => id === name || email === normalisedEmail(name),
  );
  for (const { id } of invitations) await accounts.withdrawInvitation(id, BY_COMMAND);
  if (invitations.length > 0) return 0;
  warn(`There is no invitation ${name}.`);
  return 1;
}

/** Creates a command whose first argument is the e-mail of an account. */
function onAccount(
  change: (parts: Parts, account: AccountWithUsage, value: string) => Promise<number>,
): Command {
  return async (parts, [email = "", value = ""]) => {
    const account = await accountOfEmail(parts.accounts, email);
    if (account !== null) return change(parts, account, value);
    warn(`There is no account with the e-mail ${email}.`);
    return 1;
  };
}

const setSuspension = (isSuspended: boolean) =>
  onAccount(async ({ accounts }, { id, email }) => {
    await accounts.changeAccount(id, { isSuspended }, BY_COMMAND);
    say(`${email} is ${isSuspended ? "suspended" : "active"}.`);
    return 0;
  });

/** Commands by name, with the numbers of arguments that each accepts. */
const COMMANDS: Record<string, { counts: readonly number[]; run: Command }> = {
  operator: {
    counts: [0, 1],
    run: async (parts, args) => (await invite(parts, "operator", args)) ?? 2,
  },
  invite: {
    counts: [0, 1, 2, 3],
    run: async (parts, args) => {
      const withEmail = args[0] === "--plan" ? ["", ...args] : args;
      return (await invite(parts, "account", withEmail)) ?? 2;
    },
  },
  invitations: { counts: [0], run: listInvitations },
  withdraw: { counts: [1], run: (parts, [name = ""]) => withdraw(parts, name) },
  list: { counts: [0], run: list },
  plan: {
    counts: [2],
    run: onAccount(async ({ accounts, plans }, { id, email }, plan) => {
      if (!isPlan(plans, plan)) return 1;
      await accounts.changeAccount(id, { plan }, BY_COMMAND);
      say(`${email} has the plan ${plan}.`);
      return 0;
    }),
  },
  suspend: { counts: [1], run: setSuspension(true) },
  resume: { counts: [1], run: setSuspension(false) },
  password: {
    counts: [1],
    run: onAccount(async ({ people }, { id, email }) => {
      const password = await people.resetPassword(id, email, BY_COMMAND);
      say(`The new password of ${email}: ${password}`);
      return 0;
    }),
  },
  delete: {
    counts: [1],
    run: onAccount(async ({ people }, { id, email }) => {
      await people.deleteAccount(id, BY_COMMAND);
      say(`Deleted ${email} with its keys.`);
      return 0;
    }),
  },
};

async function main([name = "", ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || !command.counts.includes(args.length)) {
    process.stderr.write(USAGE);
    return 2;
  }
  loadEnvironment();
  const { dataDir, databaseUrl, publicUrl, isSignUpOpen, plans } = configOfServer();
  const state = openState({ dataDir, databaseUrl });
  try {
    const accounts = state.accounts({ plans });
    const people = createPeople({
      accounts,
      records: state.authRecords(),
      // No command signs a session cookie.
      secret: () => "",
      publicUrl,
      isSignUpOpen,
      planOfNew: "",
    });
    const code = await command.run({ accounts, people, plans, publicUrl }, args);
    if (code === 2) process.stderr.write(USAGE);
    return code;
  } finally {
    await state.close();
  }
}

await runCommand(main);
