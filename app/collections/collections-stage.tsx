import type { ReactNode } from "react";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { PageFrame } from "../page-frame";
import { readLabel } from "../read-label";
import styles from "./collections-stage.module.css";

/** The frame of a collections page, whose content only the browser has. */
export async function CollectionsStage({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}) {
  const service = await readLabel();
  return (
    <PageFrame service={service} current="collections" className={styles.main}>
      <noscript>
        <h1>{title}</h1>
        <p>{collectionsMessages("noScript")}</p>
      </noscript>
      {children}
    </PageFrame>
  );
}
