import { PICKER_SEARCH_URL, type PickerSearchRequest } from "@/lib/contract/picker-requests";
import { sendSearch, setPaidTransport } from "../fetch-search";
import type { RenewGrant } from "./caller-bridge";

/**
 * Makes this page send the searches that may cost money as searches of the picker. A refused search has
 * cost nothing, so it is sent once more with a new grant: grants end while an editor searches.
 */
export function sendPickerSearches(
  caller: Pick<PickerSearchRequest, "origin" | "grant">,
  renewGrant: RenewGrant,
): void {
  let { grant } = caller;
  const send = (url: string, isAgain: boolean) => {
    const search = url.split("?")[1] ?? "";
    const request: PickerSearchRequest = { search, ...caller, grant, isAgain };
    return sendSearch(PICKER_SEARCH_URL, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  };
  setPaidTransport(async (url, isAgain) => {
    const outcome = await send(url, isAgain);
    const isRefused =
      outcome.kind === "failure" && outcome.failure.code === "picker_search_refused";
    const renewed = isRefused ? await renewGrant() : null;
    if (renewed === null) return outcome;
    grant = renewed;
    return send(url, isAgain);
  });
}
