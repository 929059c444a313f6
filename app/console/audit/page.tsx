import { AuditPage } from "@/components/console/audit-page";
import { vitrine } from "@/lib/page-bridge";
import { askedText, consolePage, pagedOf } from "../console-page";

const { generateMetadata, Page } = consolePage("audit", async ({ parameters, asked }) => {
  const { accounts } = vitrine();
  const text = askedText(parameters);
  const [{ events, count, names }, finding] = await Promise.all([
    accounts.audit({ ...asked, text }),
    parameters.has("verify") ? accounts.verifyAudit() : null,
  ]);
  return (
    <AuditPage
      events={events}
      names={names}
      list={{ ...pagedOf(asked, count), text, sort: "" }}
      finding={finding}
    />
  );
});

export { generateMetadata };
export default Page;
