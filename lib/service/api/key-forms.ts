import "server-only";
import { z } from "zod";
import { DAY_MS } from "@/lib/contract/day-ms";
import type { Notice } from "@/lib/contract/notice";
import { accountOf } from "@/lib/platform/http";
import type { AccountState } from "@/lib/state/account-state";
import { formEndpoint } from "@/lib/web/forms";
import type { Notices } from "@/lib/web/notices";
import type { Endpoint } from "@/lib/web/route";
import type { ApiKeys } from "./change-api-keys";

/*
 * The forms for an account's API keys. Each answers 303 to the account's page, with a notice of
 * what it did. The application has checked the session, and that a page of ours sent the form.
 */

type KeyForms = {
  apiKeys: ApiKeys;
  accounts: Pick<AccountState, "revokeKey">;
  notices: Notices;
};

/** Returns the forms' routes. */
export function keyForms(parts: KeyForms): readonly Endpoint[] {
  return [
    createKeyEndpoint(parts),
    rotateKeyEndpoint(parts),
    changeKeyEndpoint(parts),
    revokeKeyEndpoint(parts),
  ];
}

const CREATE = z.object({
  name: z.string().default(""),
  search: z.string().optional(),
  usage: z.string().optional(),
  sites: z.string().default(""),
  expires: z.enum(["never", "30", "90", "365"]),
});

const CHANGE = z.object({
  id: z.string().min(1),
  name: z.string().default(""),
  note: z.string().default(""),
  disabled: z.string().optional(),
  wasDisabled: z.string().optional(),
});

const ROTATE = z.object({ id: z.string().min(1), overlap: z.enum(["0", "1h", "24h"]) });

const REVOKE = z.object({ id: z.string().min(1), name: z.string().default("") });

/** POST /account/keys: creates a key. */
function createKeyEndpoint({ apiKeys, notices }: KeyForms): Endpoint {
  return formEndpoint(
    { path: "/account/keys", caller: "account", to: KEYS, fields: CREATE, notices },
    async (values, context, by) => {
      const { name, search, usage, sites, expires } = values;
      const created = await apiKeys.create(
        {
          account: accountOf(context).accountId,
          name,
          scopes: [...(search ? ["search"] : []), ...(usage ? ["usage"] : [])],
          sites: sites.split(/[\s,;]+/u).filter((site) => site !== ""),
          expiresAtMs: expires === "never" ? null : Date.now() + Number(expires) * DAY_MS,
        },
        by,
      );
      return created.isCreated
        ? { kind: "key", name: created.key.name, text: created.key.text }
        : { kind: "problem", form: "key", code: created.problem, values };
    },
  );
}

/** POST /account/keys/rotate: replaces a key of the account. */
function rotateKeyEndpoint({ apiKeys, notices }: KeyForms): Endpoint {
  return formEndpoint(
    { path: "/account/keys/rotate", caller: "account", to: KEYS, fields: ROTATE, notices },
    async ({ id, overlap }, context, by) => {
      const key = await apiKeys.rotate({ id, account: accountOf(context).accountId, overlap }, by);
      if (key === "no-key") return GONE;
      if (typeof key === "string") {
        return { kind: "problem", form: "key-rotate", code: key, values: {} };
      }
      return { kind: "key", name: key.name, text: key.text };
    },
  );
}

/**
 * POST /account/keys/change: the name and the note of a key, and whether it is disabled. `wasDisabled`
 * is what the form showed: an old form does not enable a key that was disabled since.
 */
function changeKeyEndpoint({ apiKeys, notices }: KeyForms): Endpoint {
  return formEndpoint(
    { path: "/account/keys/change", caller: "account", to: KEYS, fields: CHANGE, notices },
    async (fields, context, by) => {
      const { id, name, note, disabled, wasDisabled } = fields;
      const isDisabled = disabled !== undefined;
      const wanted = {
        name,
        note,
        ...(isDisabled !== (wasDisabled !== undefined) && { isDisabled }),
      };
      const { accountId } = accountOf(context);
      const changed = await apiKeys.change({ id, account: accountId, ...wanted }, by);
      if (changed === "no-key") return GONE;
      if (typeof changed === "string") {
        return { kind: "problem", form: "key-change", code: changed, values: {} };
      }
      return { kind: "done", what: "keyChanged", name: changed.name };
    },
  );
}

/** POST /account/keys/revoke: revokes a key of the account. */
function revokeKeyEndpoint({ accounts, notices }: KeyForms): Endpoint {
  return formEndpoint(
    { path: "/account/keys/revoke", caller: "account", to: KEYS, fields: REVOKE, notices },
    async ({ id, name }, context, by) => {
      const isRevoked = await accounts.revokeKey(id, { account: accountOf(context).accountId }, by);
      return isRevoked ? { kind: "done", what: "keyRevoked", name } : GONE;
    },
  );
}

/** The key expired, or another tab or person revoked it. */
const GONE: Notice = { kind: "done", what: "keyGone", name: "" };

const KEYS = "/account#keys";
