import { OfflinePage } from "@/components/collections/offline-page";
import { siteMessages } from "@/lib/messages/compiled/site";
import styles from "../collections/collections-stage.module.css";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";

export const generateMetadata = pageMetadata(() => siteMessages("name"));

/** The page that the service worker keeps, for any URL. */
export default function OfflineRoute() {
  return (
    <PageFrame className={styles.main}>
      <OfflinePage />
    </PageFrame>
  );
}
