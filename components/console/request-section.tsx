import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import { Pairs } from "@/components/ui/figures";
import form from "@/components/ui/form.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import text from "@/components/ui/text.module.css";
import type { KeptRequest } from "@/lib/contract/console";
import { consoleMessages } from "@/lib/messages/compiled/console";
import { momentText } from "@/lib/messages/date-text";
import styles from "./console.module.css";

export type RequestSectionProps = {
  /** The request id to look up; empty for none. */
  asked: string;
  /** The request with that id; null if it is not stored. */
  found: KeptRequest | null;
  /** The last failures; the last first. */
  failures: readonly KeptRequest[];
};

/** One request by its id, and the requests that failed last. Needs no script. */
export function RequestSection({ asked, found, failures }: RequestSectionProps) {
  return (
    <PageSection id="requests" title={consoleMessages("requestsTitle")}>
      <search>
        <form action="/console/activity#requests" className={styles.listForm}>
          <input
            type="search"
            name="request"
            className={form.input}
            aria-label={consoleMessages("requestId")}
            placeholder={consoleMessages("requestId")}
            defaultValue={asked}
            autoComplete="off"
            spellCheck={false}
          />
          <button type="submit" className={button.button}>
            {consoleMessages("lookUp")}
          </button>
        </form>
      </search>
      {asked !== "" &&
        (found === null ? (
          <p className={primitives.note} role="status">
            {consoleMessages("noSuchRequest", { id: asked })}
          </p>
        ) : (
          <Pairs pairs={pairsOf(found)} />
        ))}
      <p className={split.remark}>{consoleMessages("requestsNote")}</p>
      <h3 className={styles.spaced}>{consoleMessages("lastFailures")}</h3>
      {failures.length === 0 ? (
        <p className={primitives.note}>{consoleMessages("noneFailed")}</p>
      ) : (
        <DataTable
          label={consoleMessages("lastFailures")}
          rows={failures}
          keyOf={({ id }) => id}
          columns={[
            {
              name: consoleMessages("when"),
              isNowrap: true,
              cell: ({ id, atMs }) => (
                <a className={text.link} href={`/console/activity?request=${id}#requests`}>
                  <time dateTime={new Date(atMs).toISOString()}>{momentText(atMs)}</time>
                </a>
              ),
            },
            { name: consoleMessages("request"), cell: (request) => <bdi>{nameOf(request)}</bdi> },
            { name: consoleMessages("problem"), cell: problemOf },
            { name: consoleMessages("instance"), cell: ({ instance }) => <bdi>{instance}</bdi> },
          ]}
        />
      )}
    </PageSection>
  );
}

function pairsOf(request: KeptRequest) {
  const { id, atMs, instance, tookMs } = request;
  return [
    { name: consoleMessages("requestId"), value: id },
    { name: consoleMessages("when"), value: momentText(atMs) },
    { name: consoleMessages("request"), value: nameOf(request) },
    { name: consoleMessages("status"), value: problemOf(request) },
    { name: consoleMessages("took"), value: durationText(tookMs) },
    { name: consoleMessages("paidFor"), value: paidText(request) },
    { name: consoleMessages("instance"), value: instance },
  ];
}

function nameOf({ method, route }: KeptRequest): string {
  return `${method} ${route ?? consoleMessages("otherPage")}`;
}

function problemOf({ status, code }: KeptRequest): string {
  return code === null ? String(status) : `${status} ${code}`;
}

/** The service may have counted a search that then failed. */
function paidText({ isPaid, code }: KeptRequest): string {
  if (isPaid) return consoleMessages("yes");
  return consoleMessages(code?.startsWith("service_") ? "perhapsPaid" : "no");
}

/** A duration: "20 ms", "1.5 s". */
export function durationText(ms: number): string {
  if (ms < 1_000) return consoleMessages("milliseconds", { count: ms });
  return consoleMessages("seconds", { count: Math.round(ms / 100) / 10 });
}
