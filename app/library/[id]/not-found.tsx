import { PlainSearchForm } from "@/components/search/plain-search-form";
import { Notice } from "@/components/site/notice";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import button from "@/components/ui/button.module.css";
import { ERRORS } from "@/lib/contract/errors";
import { NOT_FOUND_WORDS } from "@/lib/core/words";
import { readLabel } from "../../read-label";

export default async function NotFound() {
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
      <SiteFooter service={await readLabel()} />
    </>
  );
}
