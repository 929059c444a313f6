import { OverviewPage } from "@/components/console/overview-page";
import { vitrine } from "@/lib/page-bridge";
import { consolePage, doneText } from "./console-page";

const CHART_DAYS = 30;
const MOST_USED = 5;
const NEWEST_REPORTS = 2;

const { generateMetadata, Page } = consolePage("overview", async ({ notice }) => {
  const { accounts, console, config } = vitrine();
  const [overview, { sources }, thumbnails, listed, days, keyCount, invitations, reported] =
    await Promise.all([
      console.overview(),
      console.library(),
      console.thumbnails(),
      accounts.accounts({ sort: "usage", offset: 0, limit: MOST_USED }),
      accounts.dailyUsage(CHART_DAYS),
      accounts.keyCount(),
      accounts.invitations(),
      console.reports({ offset: 0, limit: NEWEST_REPORTS }),
    ]);
  return (
    <OverviewPage
      nowMs={overview.nowMs}
      remote={overview.remote}
      webhookFailure={overview.webhookFailure}
      scan={overview.library}
      reported={reported.images}
      reportCount={reported.count}
      accountCount={listed.count}
      keyCount={keyCount}
      invitationCount={invitations.length}
      days={days}
      sources={sources}
      thumbnails={thumbnails}
      mostUsed={listed.accounts}
      plans={config.plans}
      done={doneText(notice)}
    />
  );
});

export { generateMetadata };
export default Page;
