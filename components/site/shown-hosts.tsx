"use client";

import { useSyncExternalStore } from "react";
import { DataTable } from "@/components/ui/data-table";
import form from "@/components/ui/form.module.css";
import { onSettingChange } from "@/lib/client/saved-setting";
import { hostsText, parseHosts } from "@/lib/client/shown-hosts";
import { pictureSettingsMessages as messages } from "@/lib/messages/compiled/picture-settings";
import { numberText } from "@/lib/messages/number-text";

/** The hosts of the pictures that this browser has shown today, with counts by who requested them. */
export function ShownHosts() {
  const saved = useSyncExternalStore(onSettingChange, hostsText, () => "");
  const hosts = parseHosts(saved);
  if (hosts.length === 0) return <p className={form.hint}>{messages("noHosts")}</p>;
  return (
    <DataTable
      label={messages("hosts")}
      keyOf={({ host }) => host}
      rows={[...hosts].sort((a, b) => a.host.localeCompare(b.host))}
      columns={[
        { name: messages("host"), cell: ({ host }) => <bdi>{host}</bdi> },
        {
          name: messages("byServer"),
          cell: ({ byServer }) => numberText(byServer),
          isNumber: true,
        },
        {
          name: messages("byBrowser"),
          cell: ({ byBrowser }) => numberText(byBrowser),
          isNumber: true,
        },
      ]}
    />
  );
}
