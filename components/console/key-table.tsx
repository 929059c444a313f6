import { ActionPopover } from "@/components/ui/action-popover";
import { DataTable } from "@/components/ui/data-table";
import type { OwnedKey } from "@/lib/contract/account";
import { endOfKey, isUsable } from "@/lib/core/limits/key-end";
import { agoText } from "@/lib/messages/ago-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { dayText } from "@/lib/messages/date-text";
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
        {
          name: consoleMessages("beginsWith"),
          isNowrap: true,
          cell: ({ prefix }) => <bdi>{consoleMessages("prefixed", { prefix })}</bdi>,
        },
        {
          name: consoleMessages("created"),
          isNowrap: true,
          cell: ({ createdAtMs }) => dayText(createdAtMs),
        },
        {
          name: consoleMessages("lastUsed"),
          isNowrap: true,
          cell: ({ lastUsedAtMs }) =>
            lastUsedAtMs === null ? consoleMessages("never") : agoText(lastUsedAtMs, nowMs),
        },
        {
          name: consoleMessages("keyState"),
          isNowrap: true,
          cell: (key) => keyStateText(key, nowMs),
        },
        {
          name: consoleMessages("actions"),
          isActions: true,
          cell: (key) => isUsable(key) && <RevokeKey of={key} account={account} />,
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

type RevokeKeyProps = { of: OwnedKey; account: string | undefined };

function RevokeKey({ of: { id, name }, account }: RevokeKeyProps) {
  return (
    <ActionPopover
      id={`revoke-${id}`}
      name={consoleMessages("revoke")}
      label={consoleMessages("revokeLabel", { name })}
      title={consoleMessages("revokeTitle", { name })}
      cancel={consoleMessages("cancel")}
      action={consoleMessages("revokeAction")}
      target="/console/keys/revoke"
      isDestructive
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={name} />
      {account !== undefined && <input type="hidden" name="account" value={account} />}
      <p>{consoleMessages("revokeMessage")}</p>
    </ActionPopover>
  );
}
