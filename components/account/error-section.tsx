import { DataTable } from "@/components/ui/data-table";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { CountedError } from "@/lib/contract/account";
import { accountMessages } from "@/lib/messages/compiled/account";
import { agoText } from "@/lib/messages/date-text";
import { numberText } from "@/lib/messages/locale";
import styles from "./account.module.css";

type ErrorSectionProps = { errors: readonly CountedError[]; nowMs: number };

/** The account's refused and failed requests by status, without search texts. */
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
              { name: accountMessages("errorCode"), isNowrap: true, cell: ({ status }) => status },
              { name: accountMessages("meaning"), cell: ({ status }) => meaningOf(status) },
              {
                name: accountMessages("count"),
                isNumber: true,
                isNowrap: true,
                cell: ({ count }) => numberText(count),
              },
              {
                name: accountMessages("lastSeen"),
                isNowrap: true,
                cell: ({ lastAtMs }) => agoText(lastAtMs, nowMs),
              },
            ]}
            rows={errors}
            keyOf={({ status }) => status}
          />
          <p className={split.remark}>{accountMessages("errorsNote")}</p>
        </>
      )}
    </PageSection>
  );
}

function meaningOf(status: number): string {
  switch (status) {
    case 400:
      return accountMessages("error.400");
    case 401:
      return accountMessages("error.401");
    case 402:
      return accountMessages("error.402");
    case 403:
      return accountMessages("error.403");
    case 404:
      return accountMessages("error.404");
    case 405:
      return accountMessages("error.405");
    case 413:
      return accountMessages("error.413");
    case 429:
      return accountMessages("error.429");
    case 500:
      return accountMessages("error.500");
    case 502:
      return accountMessages("error.502");
    case 503:
      return accountMessages("error.503");
    case 504:
      return accountMessages("error.504");
    default:
      return accountMessages("error.other");
  }
}
