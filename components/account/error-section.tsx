import { DataTable } from "@/components/ui/data-table";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import text from "@/components/ui/text.module.css";
import type { CountedError } from "@/lib/contract/account";
import { type AnyErrorCode, errorRow } from "@/lib/contract/errors";
import { agoText } from "@/lib/messages/ago-text";
import { apiFailureText } from "@/lib/messages/api-failure-text";
import { accountMessages } from "@/lib/messages/compiled/account";
import styles from "./account.module.css";
import { numberColumn } from "./number-column";

type ErrorSectionProps = { errors: readonly CountedError[]; nowMs: number };

/** The account's refused and failed requests by problem, without search texts. */
export function ErrorSection({ errors, nowMs }: ErrorSectionProps) {
  return (
    <PageSection id="errors" title={accountMessages("errorsTitle")}>
      {errors.length === 0 ? (
        <p className={styles.none}>{accountMessages("noErrors")}</p>
      ) : (
        <>
          <DataTable
            label={accountMessages("errorsTitle")}
            columns={[
              { name: accountMessages("problem"), cell: ({ code }) => <ProblemName code={code} /> },
              {
                name: accountMessages("status"),
                isNowrap: true,
                cell: ({ code }) => errorRow(code).status,
              },
              { name: accountMessages("remedy"), cell: ({ code }) => apiFailureText(code).action },
              numberColumn(accountMessages("count"), "count", { isNowrap: true }),
              {
                name: accountMessages("lastSeen"),
                isNowrap: true,
                cell: ({ lastAtMs }) => agoText(lastAtMs, nowMs),
              },
            ]}
            rows={errors}
            keyOf={({ code }) => code}
          />
          <p className={split.remark}>{accountMessages("errorsNote")}</p>
        </>
      )}
    </PageSection>
  );
}

/** The problem's title, with a link to the API docs if they describe it. */
function ProblemName({ code }: { code: AnyErrorCode }) {
  const { title } = apiFailureText(code);
  if (errorRow(code).v1 === undefined) return title;
  return (
    <a className={text.link} href={`/v1/docs#${code}`}>
      {title}
    </a>
  );
}
