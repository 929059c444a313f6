/**
 * A program that creates an account with the first plan and a key for it, in the installation that the
 * environment configures, and prints the key.
 */
import { config } from "@/lib/config";
import { createApiKeys } from "@/lib/service/api/api-keys";
import { createServiceKeys } from "@/lib/service/service-keys";
import { openState } from "@/lib/state/open-state";

const BY = { id: "command", from: "local" };
const settings = config();
const state = openState(settings);
const accounts = state.accounts({ plans: settings.plans });
const account = { id: "team-b", email: "team-b@example.com", role: "account" } as const;
await accounts.createAccount({ ...account, plan: settings.plans[0]?.id ?? "" }, BY);
const keys = createApiKeys({ accounts, keys: createServiceKeys(settings) });
const wanted = { name: "Gallery of team B", scopes: ["search"], sites: [], expiresAtMs: null };
const created = await keys.create({ ...wanted, account: account.id }, BY);
if (!created.isCreated) throw new Error(created.problem);
process.stdout.write(created.key.text);
await state.close();
