import type { Metadata } from "next";
import { PlainSearchForm } from "@/components/search/plain-search-form";
import { KeyList } from "@/components/site/key-list";
import { preloadTypeface } from "@/components/site/preload-typeface";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { config } from "@/lib/config";
import { ABOUT_WORDS, ANSWER_WORDS, SITE_WORDS } from "@/lib/core/words";
import { readLabel } from "../read-label";
import styles from "./page.module.css";

export const metadata: Metadata = {
  title: ANSWER_WORDS.title(ABOUT_WORDS.title),
  robots: { index: false },
};

export default async function AboutPage() {
  preloadTypeface();
  const service = await readLabel();
  return (
    <>
      <SiteHeader>
        <PlainSearchForm />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <article className={styles.article}>
          <h1>{ABOUT_WORDS.title}</h1>
          {ABOUT_WORDS.sections.map(({ title, lines }) => (
            <section key={title}>
              <h2>{title}</h2>
              <ul className={styles.lines}>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
          ))}
          <p>
            {service?.kind === "remote" ? ABOUT_WORDS.remote(service.host) : ABOUT_WORDS.embedded}
          </p>
          {service?.kind === "remote" && (
            <p>{ABOUT_WORDS.pictures(config().pictures.fallsBackToOriginals)}</p>
          )}
          {service?.kind === "remote" && (
            <ul className={styles.lines}>
              {ABOUT_WORDS.paidLines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          <p>{ABOUT_WORDS.own}</p>
          <section id="keys">
            <h2 className={styles.part}>{SITE_WORDS.keys}</h2>
            <KeyList />
          </section>
        </article>
      </main>
      <SiteFooter service={service} />
    </>
  );
}
