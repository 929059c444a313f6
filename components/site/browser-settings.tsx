"use client";

import { useSyncExternalStore } from "react";
import form from "@/components/ui/form.module.css";
import { parseRecent, recentText, setSavingSearches } from "@/lib/client/recent-searches";
import { onSettingChange } from "@/lib/client/saved-setting";
import { hasSingleKeys, setSingleKeys } from "@/lib/client/shortcuts";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import { settingsMessages } from "@/lib/messages/compiled/settings";

const isSavingSearches = () => parseRecent(recentText()) !== null;

/** Settings of features that need scripts; each is saved at once, only in this browser. */
export function BrowserSettings() {
  const hasKeys = useSyncExternalStore(onSettingChange, hasSingleKeys, () => true);
  const isSaving = useSyncExternalStore(onSettingChange, isSavingSearches, () => true);
  return (
    <div>
      <label className={form.choice}>
        <input
          type="checkbox"
          checked={hasKeys}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        {keyboardMessages("singleKeys")}
      </label>
      <label className={form.choice}>
        <input
          type="checkbox"
          aria-describedby="recent-hint"
          checked={isSaving}
          onChange={(event) => setSavingSearches(event.target.checked)}
        />
        {settingsMessages("recent")}
      </label>
      <p id="recent-hint" className={form.hint}>
        {settingsMessages("recentHint")}
      </p>
    </div>
  );
}
