import type { ReactNode } from "react";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { PageFrame } from "../page-frame";
import styles from "./collections-stage.module.css";

type CollectionsStageProps = { title: string; hasLanguages?: boolean; children: ReactNode };

/** The frame of a collections page, whose content only the browser has. */
export function CollectionsStage({ title, hasLanguages = true, children }: CollectionsStageProps) {
  return (
    <PageFrame
      current="collections"
      hasLanguages={hasLanguages}
      isReplaced={false}
      className={styles.main}
    >
      <noscript>
        <h1>{title}</h1>
        <p>{collectionsMessages("noScript")}</p>
      </noscript>
      {children}
    </PageFrame>
  );
}
