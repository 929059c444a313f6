import type { ReactNode } from "react";
import { ActionPopover } from "@/components/ui/action-popover";
import type { Column } from "@/components/ui/data-table";
import type { ApiKey } from "@/lib/contract/account";
import { agoText } from "@/lib/messages/ago-text";
import { accountMessages } from "@/lib/messages/compiled/account";
import { dayText } from "@/lib/messages/date-text";

/** The columns of every table of keys. `never` is the text for a key that was never used. */
export function keyColumns(nowMs: number, never: string): Column<ApiKey>[] {
  return [
    {
      name: accountMessages("beginsWith"),
      isNowrap: true,
      cell: ({ prefix }) => <bdi dir="ltr">{accountMessages("prefixed", { prefix })}</bdi>,
    },
    {
      name: accountMessages("created"),
      isNowrap: true,
      cell: ({ createdAtMs }) => dayText(createdAtMs),
    },
    {
      name: accountMessages("lastUsed"),
      isNowrap: true,
      cell: ({ lastUsedAtMs }) => (lastUsedAtMs === null ? never : agoText(lastUsedAtMs, nowMs)),
    },
  ];
}

type RevokeKeyProps = {
  of: ApiKey;
  /** URL that the form posts to. */
  target: string;
  /** Other hidden fields of the form. */
  children?: ReactNode;
};

/** The button that revokes a key, once the visitor confirms it. */
export function RevokeKey({ of: { id, name }, target, children }: RevokeKeyProps) {
  return (
    <ActionPopover
      id={`revoke-${id}`}
      name={accountMessages("revoke")}
      label={accountMessages("revokeLabel", { name })}
      title={accountMessages("revokeTitle", { name })}
      cancel={accountMessages("cancel")}
      action={accountMessages("revokeAction")}
      target={target}
      isDestructive
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={name} />
      {children}
      <p>{accountMessages("revokeMessage")}</p>
    </ActionPopover>
  );
}
