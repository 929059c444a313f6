import "server-only";
import type { z } from "zod";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { createSeal } from "@/lib/platform/sealed-value";
import { parseJson } from "@/lib/protocol/parse-json";
import { ApiError } from "@/lib/service/api/api-error";
import type { KeyQuota } from "@/lib/service/api/key-quota";
import { PICKER_GRANT_REQUEST, type PICKER_GRANT_RESPONSE } from "@/lib/service/api/schemas";
import { type Endpoint, FORM_BYTES_MAX, INTERFACE } from "@/lib/web/route";

const LIFETIME_MS = 10 * 60_000;

/** Permits searches in the picker of one origin, on the account of a key. */
export type PickerGrants = ReturnType<typeof createPickerGrants>;

/** Creates the grants; they are sealed, so this server stores none. */
export function createPickerGrants({ secret }: { secret: () => string }) {
  const { seal, open } = createSeal<{ keyDigest: string | null }>({
    secret,
    purpose: "vitrine picker grant",
  });
  return {
    issue(keyDigest: string | null, origin: string): z.output<typeof PICKER_GRANT_RESPONSE> {
      const endsAtMs = Date.now() + LIFETIME_MS;
      return {
        grant: seal({ keyDigest }, { lifetimeMs: LIFETIME_MS, boundTo: origin }),
        expiresAt: new Date(endsAtMs).toISOString(),
      };
    },
    /** Returns the key as `Context.principal` has it; null for an expired, damaged or foreign grant. */
    read: (grant: string, origin: string): { keyDigest: string | null } | null =>
      open(grant, origin),
  };
}

/**
 * POST /v1/picker-grants: a grant for searches in the picker that a page of `origin` opens. Uses no
 * search.
 *
 * Body    `PickerGrantRequest`, as JSON.
 * 200     `PickerGrant`.
 * Throws  api_picker_origin; what `KeyQuota` rejects with.
 */
export function pickerGrantsEndpoint({
  grants,
  origins,
  keyQuota,
}: {
  grants: Pick<PickerGrants, "issue">;
  /** Those that may open the picker. */
  origins: readonly string[];
  keyQuota: Pick<KeyQuota, "assertMaySearch">;
}): Endpoint {
  return {
    ...INTERFACE,
    methods: ["POST"],
    path: "/v1/picker-grants",
    bodyBytesMax: FORM_BYTES_MAX,
    handler: async (request, context) => {
      await keyQuota.assertMaySearch(context);
      const json = parseJson(await request.text());
      const sent = PICKER_GRANT_REQUEST.safeParse(json.isJson ? json.value : null);
      if (!sent.success || !origins.includes(sent.data.origin)) {
        throw new ApiError("api_picker_origin", "no listed origin");
      }
      const { principal } = context;
      const keyDigest = principal?.kind === "api-client" ? principal.keyDigest : null;
      const body = grants.issue(keyDigest, sent.data.origin);
      return BytesResponse.of(body, { headers: { "cache-control": "private, no-store" } });
    },
  };
}
