import { keyColumns, RevokeKey } from "@/components/account/key-columns";
import { DataTable } from "@/components/ui/data-table";
import type { OwnedKey } from "@/lib/contract/account";
import { endOfKey, isUsable } from "@/lib/core/limits/key-end";
import { agoText } from "@/lib/messages/ago-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { AccountLink } from "./account-columns";

type KeyTableProps = {
  keys: readonly OwnedKey[];
  nowMs: number;
  /** The account whose page shows its keys. Without one, each key has a link to its account. */
  account?: string;
};

/** API keys, each with a button to revoke it. */
export function KeyTable({ keys, nowMs, account }: KeyTableProps) {
  const owner = {
    name: consoleMessages("owner"),
    cell: (key: OwnedKey) => <AccountLink id={key.account} email={key.owner} />,
  };
  return (
    <DataTable
      label={consoleMessages("keys")}
      rows={keys}
      keyOf={({ id }) => id}
      isFaint={({ state }) => state !== "active"}
      columns={[
        { name: consoleMessages("name"), cell: ({ name }) => <bdi>{name}</bdi> },
        ...(account === undefined ? [owner] : []),
        ...keyColumns(nowMs, consoleMessages("never")),
        {
          name: consoleMessages("keyState"),
          isNowrap: true,
          cell: (key) => keyStateText(key, nowMs),
        },
        {
          name: consoleMessages("actions"),
          isActions: true,
          cell: (key) =>
            isUsable(key) && (
              <RevokeKey of={key} target="/console/keys/revoke">
                {account !== undefined && <input type="hidden" name="account" value={account} />}
              </RevokeKey>
            ),
        },
      ]}
    />
  );
}

function keyStateText(key: OwnedKey, nowMs: number): string {
  const { state, expiresAtMs, revokedAtMs } = key;
  const endsAtMs = endOfKey(key);
  const when = agoText((state === "expired" ? expiresAtMs : endsAtMs) ?? nowMs, nowMs);
  if (state !== "active") return consoleMessages(state, { when });
  if (endsAtMs !== null && endsAtMs === revokedAtMs) return consoleMessages("replacedAt", { when });
  return endsAtMs === null ? consoleMessages("keyActive") : consoleMessages("expiresAt", { when });
}
