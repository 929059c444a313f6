import { PICKER_SEARCH_URL, type PickerSearchRequest } from "@/lib/contract/picker-requests";
import { payThrough, sendSearch } from "../fetch-search";

/** Makes this page send the searches that may cost money as searches of the picker. */
export function sendPickerSearches(caller: Pick<PickerSearchRequest, "origin" | "grant">): void {
  payThrough((url, isAgain) => {
    const request: PickerSearchRequest = { search: url.split("?")[1] ?? "", ...caller, isAgain };
    return sendSearch(PICKER_SEARCH_URL, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  });
}
