import { AuditPage } from "@/components/console/audit-page";
import type { AuditEvent } from "@/lib/contract/account";
import { vitrine } from "@/lib/page-bridge";
import { consolePage, pagedOf } from "../console-page";
import { emailsOf } from "../emails-of";

const { generateMetadata, Page } = consolePage("audit", async ({ parameters, asked }) => {
  const { accounts } = vitrine();
  const isToVerify = parameters.has("verify");
  const [{ events, count }, finding] = await Promise.all([
    accounts.audit(asked),
    isToVerify ? accounts.verifyAudit() : null,
  ]);
  const subjectId = (subject: string) => subject.replace(/^account:/, "");
  const emails = await emailsOf(
    events.flatMap(({ actor, subject, details }) => [
      actor,
      subjectId(subject),
      ...(typeof details.account === "string" ? [details.account] : []),
    ]),
  );
  const withEmail = (details: AuditEvent["details"]) => {
    const email = emails.get(String(details.account));
    return email === undefined ? details : { ...details, account: email };
  };
  return (
    <AuditPage
      events={events.map((event) => ({
        ...event,
        actor: emails.get(event.actor) ?? event.actor,
        subject: emails.get(subjectId(event.subject)) ?? event.subject,
        details: withEmail(event.details),
      }))}
      paged={pagedOf(asked, count)}
      finding={finding}
    />
  );
});

export { generateMetadata };
export default Page;
