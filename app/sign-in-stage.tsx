import type { ReactNode } from "react";
import { PlainSearchForm } from "@/components/search/plain-search-form";
import { SearchStage } from "@/components/search/search-stage";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { readLabel } from "./read-label";
import { readFilters } from "./read-settings";

/** A page of signing in: the forms need no script, and the field above searches as everywhere. */
export async function SignInStage({ children }: { children: ReactNode }) {
  const service = await readLabel();
  return (
    <SearchStage service={service}>
      <SiteHeader>
        <PlainSearchForm service={service} filters={await readFilters(service)} />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter service={service} />
    </SearchStage>
  );
}
