import "server-only";
import { KEY_NAME_CHARACTERS_MAX, KEY_NOTE_CHARACTERS_MAX } from "@/lib/contract/account";
import { keyProblemMessages } from "@/lib/messages/compiled/key-problem";
import type { RotationProblem } from "@/lib/state/account-state";
import { KEY_SITES_MAX, type KeyProblem } from "./change-api-keys";

/** Returns a sentence that explains to the person why a key cannot be created. */
export function keyProblemText(problem: KeyProblem | Exclude<RotationProblem, "no-key">): string {
  switch (problem) {
    case "long-name":
      return keyProblemMessages(problem, { max: KEY_NAME_CHARACTERS_MAX });
    case "long-note":
      return keyProblemMessages(problem, { max: KEY_NOTE_CHARACTERS_MAX });
    case "too-many-sites":
      return keyProblemMessages(problem, { max: KEY_SITES_MAX });
    default:
      return keyProblemMessages(problem);
  }
}
