import type { Metadata } from "next";
import type { ReactNode } from "react";
import type { ConsolePlace } from "@/components/console/console-frame";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { HeaderLink } from "@/components/ui/header-link";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { Notice } from "@/lib/contract/notice";
import { accountMessages } from "@/lib/messages/compiled/account";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { vitrine } from "@/lib/page-bridge";
import type { AccountPrincipal } from "@/lib/platform/http";
import { readLabel } from "../read-label";
import { readNotice } from "../read-notice";
import { signedInOperator } from "../signed-in";
import { pageIn, type SearchParams, toParameters } from "../to-parameters";

/** Rows per page of a list. */
const ROWS_MAX = 25;

/** No e-mail or name is longer. */
const TEXT_CHARACTERS_MAX = 254;

type ConsoleRequest = {
  /** The last part of the path of a page in a list; empty for other pages. */
  id: string;
  /** The operator who requests the page. */
  operator: AccountPrincipal;
  parameters: URLSearchParams;
  /** The page of a list, by the query string's `page`; see `askedPage`. */
  asked: AskedPage;
  /** The notice of the form that redirected here. */
  notice: Notice | null;
};

type ConsoleRouteProps = {
  params: Promise<{ id?: string }>;
  searchParams: SearchParams;
};

/**
 * Creates a page of the console, with its title. Redirects a visitor to sign-in; answers 404 to an
 * account that is not an operator. `render` loads the content and returns it.
 */
export function consolePage(
  name: ConsolePlace,
  render: (request: ConsoleRequest) => Promise<ReactNode>,
) {
  const home = name === "overview" ? "/console" : `/console/${name}`;
  const place = () => consoleMessages("titleOf", { page: consoleMessages(name) });
  return {
    generateMetadata: (): Metadata => ({
      title: resultsMessages("pageTitle", { page: place() }),
      robots: { index: false, follow: false },
    }),
    async Page({ params, searchParams }: ConsoleRouteProps) {
      const { id = "" } = await params;
      const path = id === "" ? home : `${home}/${id}`;
      const operator = await signedInOperator(path);
      const parameters = toParameters(await searchParams);
      const notice = await readNotice(operator);
      const asked = askedPage(parameters);
      return (
        <ConsoleShell>
          {await render({ id: decodeURIComponent(id), operator, parameters, asked, notice })}
        </ConsoleShell>
      );
    },
  };
}

async function ConsoleShell({ children }: { children: ReactNode }) {
  const service = await readLabel();
  const { host } = new URL(vitrine().config.publicUrl);
  return (
    <>
      <SiteHeader
        links={
          <HeaderLink
            href="/account"
            icon={<ToolIcon name="account" />}
            name={accountMessages("title")}
            isCurrent={false}
          />
        }
      >
        <p className={text.quiet}>{consoleMessages("of", { host })}</p>
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter service={service} />
    </>
  );
}

type AskedPage = { page: number; offset: number; limit: number };

/** Returns the page of a list that the query string asks for, before the list's length is known. */
export function askedPage(parameters: URLSearchParams, name = "page"): AskedPage {
  const page = pageIn(parameters, name, Number.MAX_SAFE_INTEGER);
  return { page, offset: (page - 1) * ROWS_MAX, limit: ROWS_MAX };
}

/** Returns the page, page count and row count of a list. */
export function pagedOf({ page }: { page: number }, count: number) {
  const pageCount = Math.max(1, Math.ceil(count / ROWS_MAX));
  return { page: Math.min(page, pageCount), pageCount, count };
}

/** Returns the text that the rows of a list must contain; empty for all rows. */
export function askedText(parameters: URLSearchParams): string {
  return (parameters.get("q") ?? "").trim().slice(0, TEXT_CHARACTERS_MAX);
}

/** Returns the order that the query string asks for; the first for any other value. */
export function askedSort<const Sort extends string>(
  parameters: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
): Sort {
  return sorts.find((each) => each === parameters.get("sort")) ?? sorts[0];
}

/** Returns the text of a form's notice; null without one, or if the page shows it elsewhere. */
export function doneText(notice: Notice | null): string | null {
  if (notice?.kind !== "done") return null;
  const { what, name } = notice;
  switch (what) {
    case "accountChanged":
    case "accountUnchanged":
    case "accountDeleted":
    case "keyRevoked":
    case "scanBegun":
      return consoleMessages(what, { name });
    case "rated.fine":
    case "rated.moderate":
    case "rated.never":
    case "rated.none":
    case "reportDismissed":
      return consoleMessages(what, { name: name || consoleMessages("unnamed") });
    case "invitationWithdrawn":
    case "ownAccount":
    case "scanAllBegun":
    case "resumed":
      return consoleMessages(what);
    default:
      return consoleMessages("gone");
  }
}
