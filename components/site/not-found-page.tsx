import { PlainSearchForm } from "@/components/search/plain-search-form";
import button from "@/components/ui/button.module.css";
import { ERRORS } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { NOT_FOUND_WORDS } from "@/lib/core/words";
import { Notice } from "./notice";
import { preloadTypeface } from "./preload-typeface";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** The page in place of one that is not there, or no longer. */
export function NotFoundPage({ service }: { service: ServiceLabel | null }) {
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
      <SiteFooter service={service} />
    </>
  );
}
