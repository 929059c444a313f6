import { notFound } from "next/navigation";
import type { RefusedChange } from "@/components/account/account-forms";
import { AccountPage } from "@/components/account/account-page";
import type { KeyNotice } from "@/components/account/key-section";
import { HeaderLink } from "@/components/ui/header-link";
import { ToolIcon } from "@/components/ui/tool-icon";
import { type ApiKey, KEYS_MAX, type MonthUsage } from "@/lib/contract/account";
import type { Notice } from "@/lib/contract/notice";
import { isUsable } from "@/lib/core/limits/key-end";
import { monthName, startOfMonthMs } from "@/lib/core/limits/utc-calendar";
import { accountMessages } from "@/lib/messages/compiled/account";
import { vitrine } from "@/lib/page-bridge";
import type { KeyProblem } from "@/lib/service/api/change-api-keys";
import { keySample } from "@/lib/service/api/code-samples";
import { keyProblemText } from "@/lib/service/api/key-problem-text";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";
import { readNotice } from "../read-notice";
import { signedIn } from "../signed-in";
import { pageIn, type SearchParams, toParameters } from "../to-parameters";

type AccountRouteProps = { searchParams: SearchParams };

const KEYS_PER_PAGE = 25;

export const generateMetadata = pageMetadata(() => accountMessages("title"), { follow: false });

export default async function AccountRoute({ searchParams }: AccountRouteProps) {
  const principal = await signedIn("/account");
  const { accountId, sessionId, isOperator } = principal;
  const { accounts, people } = vitrine();
  const parameters = toParameters(await searchParams);
  const shownMs = startOfMonthMs(parameters.get("month") ?? "");
  const [account, usage, monthUsage, listed, errors, sessions, notice] = await Promise.all([
    accounts.account(accountId),
    accounts.usage(accountId, null),
    accounts.usage(accountId, shownMs),
    accounts.keys({ account: accountId, offset: 0, limit: KEYS_MAX }),
    accounts.errors(accountId),
    people.sessions(accountId),
    readNotice(principal),
  ]);
  if (account === null) notFound();
  const shown = monthLink(monthUsage.monthStartsAtMs, usage) === null ? usage : monthUsage;
  const usable = listed.keys.filter(isUsable);
  const others = listed.keys.filter((key) => !isUsable(key));
  const pageCount = Math.max(1, Math.ceil(listed.keys.length / KEYS_PER_PAGE));
  const page = pageIn(parameters, "keys", pageCount);
  const offset = (page - 1) * KEYS_PER_PAGE;
  return (
    <PageFrame
      links={
        <>
          {isOperator && (
            <HeaderLink
              href="/console"
              icon={<ToolIcon name="console" />}
              name={accountMessages("console")}
              isCurrent={false}
            />
          )}
          <HeaderLink
            href="/account"
            icon={<ToolIcon name="account" />}
            name={accountMessages("title")}
            isCurrent
          />
        </>
      }
    >
      <AccountPage
        account={account}
        usage={usage}
        month={{
          usage: shown,
          months: {
            earlier: monthLink(shown.monthStartsAtMs - 1, usage),
            later: monthLink(shown.monthEndsAtMs, usage),
          },
        }}
        keys={{
          keys: [...usable, ...others].slice(offset, offset + KEYS_PER_PAGE),
          count: listed.keys.length,
          usableCount: usable.length,
          page,
          pageCount,
        }}
        errors={errors}
        sessions={sessions.map((session) => ({
          ...session,
          isCurrent: session.id === sessionId,
        }))}
        keyNotice={keyNoticeOf(notice, usable)}
        refused={refusedOf(notice)}
        done={doneText(notice)}
      />
    </PageFrame>
  );
}

/** Returns the month of a time, if it has complete figures. */
function monthLink(atMs: number, { firstMonthStartsAtMs, nowMs }: MonthUsage) {
  if (atMs < firstMonthStartsAtMs || atMs > nowMs) return null;
  const startsAtMs = startOfMonthMs(monthName(atMs)) ?? 0;
  return { startsAtMs, href: `/account?month=${monthName(atMs)}#usage` };
}

function keyNoticeOf(notice: Notice | null, keys: readonly ApiKey[]): KeyNotice | null {
  if (notice?.kind === "key") {
    const key = keys.find(({ prefix }) => notice.text.startsWith(prefix));
    return {
      ...notice,
      sample: key ? keySample(vitrine().config.publicUrl, notice.text, key) : "",
    };
  }
  if (notice?.kind !== "problem" || !notice.form.startsWith("key")) return null;
  const { form, code, values } = notice;
  const text = keyProblemText(code as KeyProblem);
  return { kind: "problem", isNew: form === "key", text, values };
}

function refusedOf(notice: Notice | null): RefusedChange | null {
  if (notice?.kind !== "problem" || notice.form.startsWith("key")) return null;
  const { form, code, values } = notice;
  return { form, problem: code, ...values } as RefusedChange;
}

/** The result of each form that has one to show. */
const DONE: Record<string, (name: string) => string> = {
  passwordChanged: () => accountMessages("passwordChanged"),
  emailChanged: () => accountMessages("emailChanged"),
  keyChanged: (name) => accountMessages("keyChanged", { name }),
  keyRevoked: (name) => accountMessages("keyRevoked", { name }),
  keyGone: () => accountMessages("keyGone"),
};

function doneText(notice: Notice | null): string | null {
  return notice?.kind === "done" ? (DONE[notice.what]?.(notice.name) ?? null) : null;
}
