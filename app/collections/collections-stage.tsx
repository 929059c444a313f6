import type { ReactNode } from "react";
import { PlainSearchForm } from "@/components/search/plain-search-form";
import { SearchStage } from "@/components/search/search-stage";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { readLabel } from "../read-label";
import { readFilters } from "../read-settings";
import styles from "./collections-stage.module.css";

/** A page of collections, which only the browser can fill. */
export async function CollectionsStage({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}) {
  const service = await readLabel();
  return (
    <SearchStage service={service}>
      <SiteHeader current="collections">
        <PlainSearchForm service={service} filters={await readFilters(service)} />
      </SiteHeader>
      {/* Higher than the window: the footer must not move when the collections appear. */}
      <main id="main" tabIndex={-1} className={styles.main}>
        <noscript>
          <h1>{title}</h1>
          <p>{collectionsMessages("noScript")}</p>
        </noscript>
        {children}
      </main>
      <SiteFooter service={service} />
    </SearchStage>
  );
}
