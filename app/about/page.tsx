import { KeyList } from "@/components/site/key-list";
import article from "@/components/ui/article.module.css";
import { config } from "@/lib/config";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import { privacyMessages } from "@/lib/messages/compiled/privacy";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";
import { readLabel } from "../read-label";
import styles from "./page.module.css";

export const generateMetadata = pageMetadata(() => privacyMessages("title"));

export default async function AboutPage() {
  const service = await readLabel();
  const { fallsBackToOriginals, mayBeDirect } = config().pictures;
  return (
    <PageFrame>
      <article className={article.article}>
        <h1>{privacyMessages("title")}</h1>
        <section>
          <h2>{privacyMessages("browser")}</h2>
          <ul className={styles.lines}>
            <li>{privacyMessages("recentSearches")}</li>
            <li>{privacyMessages("selection")}</li>
            <li>{privacyMessages("collections")}</li>
            <li>{privacyMessages("thumbnails")}</li>
            <li>{privacyMessages("theme")}</li>
            <li>{privacyMessages("hosts")}</li>
            <li>{privacyMessages("singleKeys")}</li>
            <li>{privacyMessages("credits")}</li>
            <li>{privacyMessages("session")}</li>
          </ul>
        </section>
        <section>
          <h2>{privacyMessages("server")}</h2>
          <ul className={styles.lines}>
            <li>{privacyMessages("noProfile")}</li>
            <li>{privacyMessages("log")}</li>
            <li>{privacyMessages("account")}</li>
            <li>{privacyMessages("reports")}</li>
            {service?.kind === "remote" && <PaidSearches />}
          </ul>
        </section>
        <p>
          {service?.kind === "remote"
            ? privacyMessages("remote", { host: service.host })
            : privacyMessages("embedded")}
        </p>
        {service?.kind === "remote" && (
          <p>
            {privacyMessages(fallsBackToOriginals ? "direct" : "proxied")}
            {mayBeDirect && ` ${privacyMessages("mayBeDirect")}`}
          </p>
        )}
        <p>{privacyMessages("noTracking")}</p>
        <section id="keys">
          <h2 className={styles.part}>{keyboardMessages("title")}</h2>
          <KeyList />
        </section>
      </article>
    </PageFrame>
  );
}

/** Lists what the server stores if searches cost money. */
function PaidSearches() {
  const { staleHours, sharesRecent } = config().spending;
  const hours = Math.max(1, staleHours);
  return (
    <>
      <li>{privacyMessages("answers", { hours, shared: sharesRecent ? "yes" : "no" })}</li>
      <li>{privacyMessages("limits")}</li>
    </>
  );
}
