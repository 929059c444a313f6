import { OverviewPage } from "@/components/console/overview-page";
import { vitrine } from "@/lib/page-bridge";
import { consolePage, doneText } from "./console-page";

/** The accounts with the most searches are sought among at most this many accounts. */
const ACCOUNTS_MAX = 1_000;
const MOST_USED = 5;
const NEWEST_REPORTS = 2;

const { generateMetadata, Page } = consolePage("overview", async ({ notice }) => {
  const { accounts, console, config } = vitrine();
  const [overview, listed, keys, invitations, reported] = await Promise.all([
    console.overview(),
    accounts.accounts({ offset: 0, limit: ACCOUNTS_MAX }),
    accounts.keys({ account: null, offset: 0, limit: 0 }),
    accounts.invitations(),
    console.reports({ offset: 0, limit: NEWEST_REPORTS }),
  ]);
  return (
    <OverviewPage
      nowMs={overview.nowMs}
      remote={overview.remote}
      scan={overview.library}
      reports={reported.reports}
      reportCount={reported.count}
      accountCount={listed.count}
      keyCount={keys.count}
      invitationCount={invitations.length}
      searchesThisMonth={listed.accounts.reduce((sum, one) => sum + one.usedThisMonth, 0)}
      mostUsed={listed.accounts
        .toSorted((one, other) => other.usedThisMonth - one.usedThisMonth)
        .slice(0, MOST_USED)}
      plans={config.plans}
      done={doneText(notice)}
    />
  );
});

export { generateMetadata };
export default Page;
