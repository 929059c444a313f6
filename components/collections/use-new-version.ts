import { useEffect } from "react";
import { showToast } from "@/components/ui/toast";
import { onNewVersion } from "@/lib/client/offline/on-new-version";
import { missingScreenMessages } from "@/lib/messages/compiled/missing-screen";
import { offlineMessages as messages } from "@/lib/messages/compiled/offline";

/** Tells an editor, whose page may be open for days, that a new version can be loaded. */
export function useNewVersion(): void {
  useEffect(
    () =>
      onNewVersion(() =>
        showToast(messages("newVersion"), [
          { label: missingScreenMessages("reload"), act: async () => location.reload() },
        ]),
      ),
    [],
  );
}
