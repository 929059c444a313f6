import "server-only";
import { AppError } from "@/lib/platform/errors";
import { accountOf, type Context, type Handler } from "@/lib/platform/http";
import { SEARCH_PARAMETER_NAMES } from "@/lib/protocol/search-parameters";
import type { AccountState } from "@/lib/state/account-state";
import { ACCOUNT_FORM, type Endpoint } from "@/lib/web/route";

/**
 * POST /api/try-search: runs a search as `/v1/search` does, with a key of the signed-in account.
 * The form names the key by its id, so that no page contains the key itself.
 *
 * Body    `key`, the id, and the interface's parameters; empty parameters are ignored.
 * Answer  the answer of `search`.
 * Throws  key_missing, and the errors of `search`.
 */
export function tryEndpoint(search: Handler, keyDigest: AccountState["keyDigest"]): Endpoint {
  return {
    ...ACCOUNT_FORM,
    path: "/api/try-search",
    errorForm: "interface",
    handler: async (request, context) => {
      const { accountId } = accountOf(context);
      const form = new URLSearchParams(await request.text());
      const digest = await keyDigest(form.get("key") ?? "", accountId);
      if (digest === null) throw new AppError("key_missing", "no such key of the account");
      const parameters = new URLSearchParams();
      for (const name of SEARCH_PARAMETER_NAMES) {
        const value = form.get(name) ?? "";
        if (value !== "") parameters.set(name, value);
      }
      const { requestId, signal, visitor, target, params } = context;
      const asClient: Context = {
        requestId,
        signal,
        visitor,
        target,
        params,
        principal: { kind: "api-client", keyDigest: digest },
      };
      return search(new Request(`http://localhost/v1/search?${parameters}`), asClient);
    },
  };
}
