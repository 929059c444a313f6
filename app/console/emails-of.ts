import { vitrine } from "@/lib/page-bridge";

/** Returns the e-mails of accounts by id, without deleted accounts. */
export async function emailsOf(ids: readonly string[]): Promise<Map<string, string>> {
  const { accounts } = vitrine();
  const found = await Promise.all([...new Set(ids)].map((id) => accounts.account(id)));
  return new Map(found.flatMap((account) => (account ? [[account.id, account.email]] : [])));
}
