/** A process on a store that asks for accounts and keys as its parent says (account-process.ts). */
import { answerParent } from "../accounts/account-process";

void answerParent(JSON.parse(process.argv[2] ?? ""));
