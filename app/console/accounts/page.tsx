import { AccountsPage } from "@/components/console/accounts-page";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { vitrine } from "@/lib/page-bridge";
import { consolePage, doneText, pagedOf } from "../console-page";

const { generateMetadata, Page } = consolePage("accounts", async ({ operator, asked, notice }) => {
  const { accounts, config } = vitrine();
  const [listed, invitations] = await Promise.all([
    accounts.accounts(asked),
    accounts.invitations(),
  ]);
  return (
    <AccountsPage
      accounts={listed.accounts}
      paged={pagedOf(asked, listed.count)}
      invitations={invitations}
      plans={config.plans}
      ownId={operator.accountId}
      nowMs={Date.now()}
      done={doneText(notice)}
      link={notice?.kind === "invitation" ? new URL(notice.path, config.publicUrl).href : null}
      problem={notice?.kind === "problem" ? consoleMessages("emailProblem") : null}
    />
  );
});

export { generateMetadata };
export default Page;
