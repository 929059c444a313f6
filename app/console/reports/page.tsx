import { ReportsPage } from "@/components/console/reports-page";
import { vitrine } from "@/lib/page-bridge";
import { askedPage, consolePage, doneText, pagedOf } from "../console-page";

const { generateMetadata, Page } = consolePage("reports", async ({ parameters, asked, notice }) => {
  const { console } = vitrine();
  const askedRated = askedPage(parameters, "rated");
  const [reported, rated] = await Promise.all([console.reports(asked), console.rated(askedRated)]);
  return (
    <ReportsPage
      reported={reported.images}
      reports={pagedOf(asked, reported.imageCount)}
      reportCount={reported.count}
      rated={rated.images}
      ratings={pagedOf(askedRated, rated.count)}
      nowMs={Date.now()}
      done={doneText(notice)}
    />
  );
});

export { generateMetadata };
export default Page;
