"use client";

import { useEffect, useState } from "react";
import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import { failureMessages } from "@/lib/messages/compiled/failure";
import { missingScreenMessages } from "@/lib/messages/compiled/missing-screen";
import { offlineMessages as messages } from "@/lib/messages/compiled/offline";
import { CollectionMatches } from "./collection-matches";
import { CollectionPage } from "./collection-page";
import { CollectionsPage } from "./collections-page";

/**
 * What the service worker shows at every URL without a connection. At a collection's URL, the collection.
 * At the URL of a search, `SearchStage` replaces it by the results page, which shows the failure. Elsewhere,
 * that the page could not be loaded.
 */
export function OfflinePage() {
  const [path, setPath] = useState<string | null>(null);
  useEffect(() => setPath(location.pathname), []);
  if (path === null) return null;
  const [, section, id] = path.split("/");
  if (section !== "collections" || id === "shared") return <NoConnection />;
  return id ? <CollectionPage id={id} /> : <CollectionsPage />;
}

function NoConnection() {
  // The device has a network, but the server does not answer.
  const code = navigator.onLine ? "server_unreachable" : "offline";
  return (
    <div>
      <Screen sign="offline" title={failureMessages(`${code}.title`)}>
        <p>{messages("page")}</p>
        <p className={screen.action}>
          {code === "offline" ? messages("action") : failureMessages("server_unreachable.action")}
        </p>
        <div className={screen.actions}>
          <button type="button" className={button.main} onClick={() => location.reload()}>
            {missingScreenMessages("reload")}
          </button>
        </div>
      </Screen>
      <CollectionMatches query="" />
    </div>
  );
}
