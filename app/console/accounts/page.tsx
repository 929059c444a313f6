import { AccountsPage } from "@/components/console/accounts-page";
import { consoleMessages } from "@/lib/messages/compiled/console";
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

export const generateMetadata = () => consoleMetadata("accounts");

export default async function AccountsRoute(props: ConsoleRouteProps) {
  const principal = await signedInOperator("/console/accounts");
  const { accounts, config } = vitrine();
  const asked = await askedPage(props);
  const [listed, invitations, notice] = await Promise.all([
    accounts.accounts(asked),
    accounts.invitations(),
    readNotice(principal),
  ]);
  return (
    <ConsoleShell>
      <AccountsPage
        accounts={listed.accounts}
        paged={pagedOf(asked, listed.count)}
        invitations={invitations}
        plans={config.plans}
        ownId={principal.accountId}
        nowMs={Date.now()}
        done={doneText(notice)}
        link={notice?.kind === "invitation" ? new URL(notice.path, config.publicUrl).href : null}
        problem={notice?.kind === "problem" ? consoleMessages("emailProblem") : null}
      />
    </ConsoleShell>
  );
}
