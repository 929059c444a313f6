import { PageLinks } from "@/components/ui/page-links";
import { consoleMessages } from "@/lib/messages/compiled/console";
import type { Paged } from "./console-view";

type ListPagesProps = { of: Paged; hrefOf: (page: number) => string };

/** Links to the pages of one of the console's lists. */
export function ListPages({ of: paged, hrefOf }: ListPagesProps) {
  return (
    <PageLinks
      page={paged.page}
      pageCount={paged.pageCount}
      label={consoleMessages("pages")}
      text={consoleMessages("page", { page: paged.page, count: paged.pageCount })}
      previous={consoleMessages("previous")}
      next={consoleMessages("next")}
      hrefOf={hrefOf}
    />
  );
}
