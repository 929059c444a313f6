import { notFound } from "next/navigation";
import { AccountDetailPage } from "@/components/console/account-detail-page";
import { KEYS_MAX } from "@/lib/contract/account";
import { vitrine } from "@/lib/page-bridge";
import { consolePage, doneText } from "../../console-page";

const NEWEST_EVENTS = 10;

const { generateMetadata, Page } = consolePage("accounts", async ({ id, operator, notice }) => {
  const { accounts, config } = vitrine();
  const account = id.includes("\0") ? null : await accounts.account(id);
  if (account === null) notFound();
  const [usage, errors, { keys }, { events, names }] = await Promise.all([
    accounts.usage(id, null),
    accounts.errors(id),
    accounts.keys({ account: id, offset: 0, limit: KEYS_MAX }),
    accounts.audit({ account: id, offset: 0, limit: NEWEST_EVENTS }),
  ]);
  return (
    <AccountDetailPage
      account={account}
      plans={config.plans}
      usage={usage}
      errors={errors}
      keys={keys}
      events={events}
      names={names}
      isOwn={id === operator.accountId}
      nowMs={usage.nowMs}
      done={doneText(notice)}
      refused={notice?.kind === "problem" ? notice.values : null}
    />
  );
});

export { generateMetadata };
export default Page;
