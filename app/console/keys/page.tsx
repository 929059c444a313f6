import { KeysPage } from "@/components/console/keys-page";
import { vitrine } from "@/lib/page-bridge";
import { readNotice } from "../../read-notice";
import { signedInOperator } from "../../signed-in";
import {
  askedPage,
  type ConsoleRouteProps,
  ConsoleShell,
  consoleMetadata,
  doneText,
  pagedOf,
} from "../console-shell";
import { emailsOf } from "../emails-of";

export const generateMetadata = () => consoleMetadata("keys");

export default async function KeysRoute(props: ConsoleRouteProps) {
  const principal = await signedInOperator("/console/keys");
  const { accounts } = vitrine();
  const asked = await askedPage(props);
  const [listed, notice] = await Promise.all([
    accounts.keys({ account: null, ...asked }),
    readNotice(principal),
  ]);
  const emails = await emailsOf(listed.keys.map(({ account }) => account));
  return (
    <ConsoleShell>
      <KeysPage
        keys={listed.keys.map((key) => ({
          ...key,
          owner: emails.get(key.account) ?? key.account,
        }))}
        paged={pagedOf(asked, listed.count)}
        nowMs={Date.now()}
        done={doneText(notice)}
      />
    </ConsoleShell>
  );
}
