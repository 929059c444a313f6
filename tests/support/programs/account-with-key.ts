/**
 * A program that creates an account with the first plan and a key for it, in the installation that the
 * environment configures, and prints the key.
 */
import { config } from "@/lib/config";
import { createApiKeys } from "@/lib/service/api/change-api-keys";
import { createServiceKeys } from "@/lib/service/identify-key";
import { openState } from "@/lib/state/open-state";
import { AN_ACTOR, anAccount, newApiKey } from "@/tests/support/accounts/accounts";

const settings = config();
const state = openState(settings);
const accounts = state.accounts({ plans: settings.plans });
await accounts.createAccount(anAccount("team-b", settings.plans[0]?.id), AN_ACTOR);
const keys = createApiKeys({ accounts, keys: createServiceKeys(settings) });
const { text } = await newApiKey(keys, { account: "team-b", scopes: ["search"] });
process.stdout.write(text);
await state.close();
