import { PlainSearchForm } from "@/components/search/plain-search-form";
import button from "@/components/ui/button.module.css";
import { ERRORS } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { NOT_FOUND_WORDS } from "@/lib/core/words";
import { Notice } from "./notice";
import { preloadTypeface } from "./preload-typeface";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

type NotFoundPageProps = {
  /** Still to come: the typeface is asked for before anything waits, or the head goes without it. */
  service: Promise<ServiceLabel | null>;
};

/** The page in place of one that is not there, or no longer. */
export async function NotFoundPage({ service }: NotFoundPageProps) {
  preloadTypeface();
  const { title, message, move } = ERRORS.not_found;
  return (
    <>
      <SiteHeader>
        <PlainSearchForm />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        <Notice code="not_found" title={title} message={message} move={move}>
          <a className={button.main} href="/">
            {NOT_FOUND_WORDS.back}
          </a>
        </Notice>
      </main>
      <SiteFooter service={await service} />
    </>
  );
}
