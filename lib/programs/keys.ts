/**
 * `npm run keys`: manages the API keys of accounts from the command line, also while the server runs.
 *
 * Exits with 0 on success, 1 on failure, 2 on a usage error. Only `create` and `rotate` print a key,
 * alone on standard output: `KEY=$(npm run --silent keys -- create …)`.
 */
import { parseArgs } from "node:util";
import type { ApiKey } from "@/lib/contract/account";
import { DAY_MS } from "@/lib/contract/day-ms";
import { endOfKey } from "@/lib/core/limits/key-end";
import {
  BY_COMMAND,
  configOfServer,
  loadEnvironment,
  runCommand,
  say,
  warn,
} from "@/lib/programs/command-line";
import { accountOfEmail } from "@/lib/service/accounts/people";
import { createApiKeys, OVERLAPS_MS, type Overlap } from "@/lib/service/api/change-api-keys";
import { keyProblemText } from "@/lib/service/api/key-problem-text";
import { createServiceKeys } from "@/lib/service/identify-key";
import type { AccountState } from "@/lib/state/account-state";
import { openState } from "@/lib/state/open-state";

const USAGE = `Usage:
  npm run keys -- create <account> --name <name> [--scope search,usage] [--site <host>]… [--days <n>]
  npm run keys -- list [<account>]
  npm run keys -- rotate <key id> [--overlap 0|1h|24h]   the old key works for that long (24h)
  npm run keys -- revoke <key id>

An account is its id or its e-mail. A key with sites may search these only; without --days it does
not expire.
`;

const PAGE = 500;

type Keys = ReturnType<typeof createApiKeys>;
type Options = { name?: string; scope: string; site: string[]; days?: string; overlap: string };

/** Finds an account by its id or its e-mail. */
async function accountId(accounts: AccountState, named: string): Promise<string | null> {
  const found = (await accounts.account(named)) ?? (await accountOfEmail(accounts, named));
  if (found === null) warn(`There is no account ${named}.`);
  return found?.id ?? null;
}

async function create(
  accounts: AccountState,
  keys: Keys,
  named: string,
  { name = "", scope, site, days }: Options,
): Promise<number> {
  const account = await accountId(accounts, named);
  if (account === null) return 1;
  const created = await keys.create(
    {
      account,
      name,
      scopes: scope.split(",").map((each) => each.trim()),
      sites: site,
      expiresAtMs: days === undefined ? null : Date.now() + Number(days) * DAY_MS,
    },
    BY_COMMAND,
  );
  if (!created.isCreated) {
    warn(keyProblemText(created.problem));
    return 1;
  }
  warn(`Created ${created.key.id}. The key is shown this once:`);
  say(created.key.text);
  return 0;
}

async function list(accounts: AccountState, named: string | undefined): Promise<number> {
  const account = named === undefined ? null : await accountId(accounts, named);
  if (named !== undefined && account === null) return 1;
  for (let offset = 0; ; offset += PAGE) {
    const { keys } = await accounts.keys({ account, offset, limit: PAGE });
    for (const key of keys) say(lineOf(key));
    if (keys.length < PAGE) return 0;
  }
}

function lineOf(key: ApiKey): string {
  const { id, prefix, state, account, name, scopes, sites, lastUsedAtMs } = key;
  const day = (ms: number | null) => (ms === null ? "never" : new Date(ms).toISOString());
  const facts = [
    state.padEnd(7),
    id,
    `${prefix}…`,
    `account ${account}`,
    scopes.join(","),
    ...(sites.length > 0 ? [`sites ${sites.join(",")}`] : []),
    `used ${day(lastUsedAtMs)}`,
    `expires ${day(endOfKey(key))}`,
    name,
  ];
  return facts.join("  ");
}

async function rotate(keys: Keys, id: string, overlap: Overlap): Promise<number> {
  const created = await keys.rotate({ id, account: null, overlap }, BY_COMMAND);
  if (typeof created === "string") {
    warn(created === "no-key" ? `There is no key ${id} that works.` : keyProblemText(created));
    return 1;
  }
  warn(`Created ${created.id}. The key is shown this once:`);
  say(created.text);
  return 0;
}

async function revoke(accounts: AccountState, id: string): Promise<number> {
  if (!(await accounts.revokeKey(id, { account: null }, BY_COMMAND))) {
    warn(`There is no key ${id} that works.`);
    return 1;
  }
  say(`Revoked ${id}.`);
  return 0;
}

function parsed(inputs: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...inputs],
      allowPositionals: true,
      options: {
        name: { type: "string" },
        scope: { type: "string", default: "search" },
        site: { type: "string", multiple: true, default: [] },
        days: { type: "string" },
        overlap: { type: "string", default: "24h" },
      },
    });
    const [command = "", subject, ...rest] = positionals;
    const wantsSubject = command !== "list";
    const isValid =
      ["create", "list", "rotate", "revoke"].includes(command) &&
      (!wantsSubject || subject !== undefined) &&
      rest.length === 0 &&
      values.overlap in OVERLAPS_MS &&
      (values.days === undefined || /^[1-9]\d{0,4}$/.test(values.days));
    return isValid ? { command, subject, options: values as Options } : null;
  } catch {
    return null;
  }
}

async function main(inputs: readonly string[]): Promise<number> {
  const asked = parsed(inputs);
  if (asked === null) {
    process.stderr.write(USAGE);
    return 2;
  }
  loadEnvironment();
  const settings = configOfServer();
  const state = openState(settings);
  try {
    const accounts = state.accounts({ plans: settings.plans });
    const keys = createApiKeys({ accounts, keys: createServiceKeys(settings) });
    const { command, subject = "", options } = asked;
    if (command === "create") return await create(accounts, keys, subject, options);
    if (command === "list") return await list(accounts, asked.subject);
    if (command === "rotate") return await rotate(keys, subject, options.overlap as Overlap);
    return await revoke(accounts, subject);
  } finally {
    await state.close();
  }
}

await runCommand(main);
