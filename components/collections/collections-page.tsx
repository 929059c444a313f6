"use client";

import { useCallback, useEffect, useState } from "react";
import { DialogHost } from "@/components/image-dialogs/dialog-host";
import { useToolKeys } from "@/components/image-dialogs/use-tool-keys";
import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import text from "@/components/ui/text.module.css";
import { showToast, Toasts } from "@/components/ui/toast";
import { ToolIcon } from "@/components/ui/tool-icon";
import { storageError } from "@/lib/client/collections/collection-database";
import { saveShelf } from "@/lib/client/collections/collection-shelf";
import {
  changeCollection,
  createCollection,
  deleteCollection,
  listCollections,
} from "@/lib/client/collections/collection-store";
import { refreshCovers } from "@/lib/client/collections/refresh-covers";
import { cacheForOffline, isStoragePersistent } from "@/lib/client/offline/cache-for-offline";
import { onSettingChange } from "@/lib/client/saved-setting";
import type { CollectionSummary, StorageProblem } from "@/lib/contract/collection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";
import { ActionMenu } from "./action-menu";
import { nameCollection } from "./collection-actions";
import { CollectionList } from "./collection-list";
import styles from "./collections-page.module.css";
import { ImportButton } from "./import-button";
import { showDeleted } from "./show-deleted";
import { useNewVersion } from "./use-new-version";

/** All collections of this browser. */
export function CollectionsPage() {
  const [collections, setCollections] = useState<CollectionSummary[] | null>(null);
  const [problem, setProblem] = useState<StorageProblem | null>(null);
  const [isPersistent, setIsPersistent] = useState(true);
  const [menu, setMenu] = useState<{ opener: HTMLElement; id: string; name: string } | null>(null);

  const load = useCallback(async () => {
    try {
      const listed = await listCollections();
      setCollections(listed);
      if (listed.length > 0) cacheForOffline([]);
      setProblem(null);
      // Another version of the site may have written the copy for the home page.
      saveShelf(listed);
    } catch (error) {
      setProblem(storageError(error).problem);
    }
  }, []);

  useEffect(() => {
    document.title = resultsMessages("pageTitle", { page: messages("title") });
    void load()
      .then(refreshCovers)
      .then((isAnyNew) => (isAnyNew ? load() : undefined))
      .catch(() => {});
    void isStoragePersistent().then(setIsPersistent);
    // Each change of a collection, even in another tab, changes the copy for the home page.
    return onSettingChange(load);
  }, [load]);
  useToolKeys();
  useNewVersion();

  const showProblem = (error: unknown) =>
    showToast(storageProblemMessages(storageError(error).problem));
  const remove = (id: string) =>
    void deleteCollection(id).then(
      (deleted) => deleted !== null && showDeleted(deleted),
      showProblem,
    );
  const createNamed = (name: string) =>
    void createCollection(name).then(
      ({ id }) => location.assign(`/collections/${id}`),
      showProblem,
    );
  const rename = ({ id, name }: { id: string; name: string }) =>
    nameCollection(name, (next) => void changeCollection(id, { name: next }).catch(showProblem));
  const create = (
    <button type="button" className={button.button} onClick={() => nameCollection("", createNamed)}>
      {messages("new")}
    </button>
  );
  const dialogs = (
    <>
      <Toasts />
      <DialogHost />
    </>
  );

  if (problem !== null) {
    return (
      <Screen sign="crack" title={messages("problemTitle")}>
        <p>{storageProblemMessages(problem)}</p>
        <Toasts />
      </Screen>
    );
  }
  if (collections?.length === 0) {
    return (
      <Screen sign="empty" title={messages("emptyTitle")}>
        <p>{messages("empty")}</p>
        <div className={screen.actions}>
          <a className={button.main} href="/">
            {messages("search")}
          </a>
          {create}
          <ImportButton />
        </div>
        {dialogs}
      </Screen>
    );
  }
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div>
          <h1>{messages("title")}</h1>
          {collections !== null && (
            <p className={text.facts}>
              <span>{messages(isPersistent ? "onlyHere" : "mayVanish")}</span>
            </p>
          )}
        </div>
        <div className={styles.acts}>
          {create}
          <ImportButton />
        </div>
      </div>
      <CollectionList collections={collections ?? []}>
        {(id, name) => (
          <button
            type="button"
            className={styles.more}
            aria-haspopup="menu"
            aria-label={messages("grip", { name })}
            title={messages("grip", { name })}
            onClick={(event) => {
              // Its default action would close the menu again.
              event.preventDefault();
              setMenu({ opener: event.currentTarget, id, name });
            }}
          >
            <ToolIcon name="more" />
          </button>
        )}
      </CollectionList>
      {menu !== null && (
        <ActionMenu
          opened={menu}
          label={menu.name}
          actions={[
            { text: messages("rename"), act: () => rename(menu) },
            { text: messages("delete"), isDestructive: true, act: () => remove(menu.id) },
          ]}
        />
      )}
      {dialogs}
    </div>
  );
}
