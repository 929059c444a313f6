import type { OpenMessage, PickerCall } from "@/lib/contract/picker";

const SESSION = "a-session-of-a-redirect";

/**
 * Returns the URL of the picker with a start query, as a redirect from a page of `caller` opens it: it
 * needs no other page. `caller` must be in VITRINE_PICKER_ORIGINS.
 */
export function redirectedPicker(
  server: string,
  caller: string,
  query: string,
  call: Partial<PickerCall> = {},
): string {
  const message: OpenMessage = {
    type: "vitrine-picker.open",
    version: 1,
    session: SESSION,
    call: {
      callerName: "Example CMS",
      documentName: "Harbour guide",
      query,
      slots: [
        { name: "hero", label: "Hero", width: 1600, height: 900 },
        { name: "square", label: "Square", width: 600, height: 600 },
      ],
      ...call,
    },
    returnUrl: `${caller}/draft`,
  };
  const opening = { origin: caller, session: SESSION, version: "1", mode: "redirect", q: query };
  const fragment = Buffer.from(JSON.stringify(message)).toString("base64url");
  return `${server}/picker?${new URLSearchParams(opening)}#${fragment}`;
}
