import { HeaderFrame } from "@/components/site/header-frame";
import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { failureMessages } from "@/lib/messages/compiled/failure";
import { failureText } from "@/lib/messages/failure-text";
import { PlainSearchForm } from "../form/plain-search-form";

type NotFoundPageProps = {
  /** A promise, so that it does not delay the layout, which preloads the typeface. */
  searchOffer: Promise<SearchOffer>;
};

/** The page for a URL without a page. */
export async function NotFoundPage(props: NotFoundPageProps) {
  const searchOffer = await props.searchOffer;
  const { title, message, action } = failureText("not_found");
  return (
    <>
      <HeaderFrame>
        <PlainSearchForm searchOffer={searchOffer} />
      </HeaderFrame>
      <main id="main" tabIndex={-1}>
        <Screen sign="empty" title={title}>
          <p>{message}</p>
          <p className={screen.action}>{action}</p>
          <div className={screen.actions}>
            <a className={button.main} href="/">
              {failureMessages("home")}
            </a>
          </div>
        </Screen>
      </main>
    </>
  );
}
