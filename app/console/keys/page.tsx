import { KeysPage } from "@/components/console/keys-page";
import { vitrine } from "@/lib/page-bridge";
import { consolePage, doneText, pagedOf } from "../console-page";
import { emailsOf } from "../emails-of";

const { generateMetadata, Page } = consolePage("keys", async ({ asked, notice }) => {
  const { accounts } = vitrine();
  const [listed] = await Promise.all([accounts.keys({ account: null, ...asked })]);
  const emails = await emailsOf(listed.keys.map(({ account }) => account));
  return (
    <KeysPage
      keys={listed.keys.map((key) => ({
        ...key,
        owner: emails.get(key.account) ?? key.account,
      }))}
      paged={pagedOf(asked, listed.count)}
      nowMs={Date.now()}
      done={doneText(notice)}
    />
  );
});

export { generateMetadata };
export default Page;
