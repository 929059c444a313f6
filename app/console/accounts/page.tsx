import { AccountsPage } from "@/components/console/accounts-page";
import { ACCOUNT_SORTS } from "@/lib/contract/account";
import { vitrine } from "@/lib/page-bridge";
import { askedSort, askedText, consolePage, doneText, pagedOf } from "../console-page";

const { generateMetadata, Page } = consolePage("accounts", async (request) => {
  const { parameters, asked, notice } = request;
  const { accounts, config } = vitrine();
  const text = askedText(parameters);
  const sort = askedSort(parameters, ACCOUNT_SORTS);
  const [listed, invitations] = await Promise.all([
    accounts.accounts({ ...asked, text, sort }),
    accounts.invitations(),
  ]);
  return (
    <AccountsPage
      accounts={listed.accounts}
      list={{ ...pagedOf(asked, listed.count), text, sort }}
      invitations={invitations}
      plans={config.plans}
      nowMs={Date.now()}
      done={doneText(notice)}
      link={notice?.kind === "invitation" ? new URL(notice.path, config.publicUrl).href : null}
      refused={notice?.kind === "problem" ? notice.values : null}
    />
  );
});

export { generateMetadata };
export default Page;
