import { ActionPopover } from "@/components/ui/action-popover";
import { DataTable } from "@/components/ui/data-table";
import primitives from "@/components/ui/primitives.module.css";
import type { ApiKey } from "@/lib/contract/account";
import { endOfKey } from "@/lib/core/limits/key-end";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { agoText, dayText } from "@/lib/messages/date-text";
import { ConsoleFrame } from "./console-frame";
import type { Paged } from "./console-view";
import { ListPages } from "./list-pages";

/** `owner`: the e-mail of its account. */
type OwnedKey = ApiKey & { owner: string };

type KeysPageProps = {
  keys: readonly OwnedKey[];
  paged: Paged;
  nowMs: number;
  done: string | null;
};

/** The API keys of all accounts. */
export function KeysPage({ keys, paged, nowMs, done }: KeysPageProps) {
  return (
    <ConsoleFrame
      place="keys"
      facts={[consoleMessages("keyTotal", { count: paged.count })]}
      done={done}
    >
      {keys.length === 0 ? (
        <p className={primitives.note}>{consoleMessages("noKeys")}</p>
      ) : (
        <div>
          <DataTable
            label={consoleMessages("keys")}
            rows={keys}
            keyOf={({ id }) => id}
            isFaint={({ state }) => state !== "active"}
            columns={[
              { name: consoleMessages("name"), cell: ({ name }) => <bdi>{name}</bdi> },
              { name: consoleMessages("owner"), cell: ({ owner }) => <bdi>{owner}</bdi> },
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
                cell: (key) => key.state === "active" && <RevokeKey of={key} />,
              },
            ]}
          />
          <ListPages of={paged} hrefOf={(page) => `/console/keys?page=${page}`} />
        </div>
      )}
    </ConsoleFrame>
  );
}

function keyStateText(key: OwnedKey, nowMs: number): string {
  const { state, expiresAtMs, revokedAtMs } = key;
  const endsAtMs = endOfKey(key);
  const when = agoText((state === "expired" ? expiresAtMs : endsAtMs) ?? nowMs, nowMs);
  if (state !== "active") return consoleMessages(state, { when });
  if (endsAtMs !== null && endsAtMs === revokedAtMs) return consoleMessages("replacedAt", { when });
  return endsAtMs === null ? consoleMessages("active") : consoleMessages("expiresAt", { when });
}

function RevokeKey({ of: { id, name } }: { of: OwnedKey }) {
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
      <p>{consoleMessages("revokeMessage")}</p>
    </ActionPopover>
  );
}
