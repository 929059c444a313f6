import { notFound } from "next/navigation";
import type { RefusedChange } from "@/components/account/account-forms";
import { AccountPage } from "@/components/account/account-page";
import { HeaderLink } from "@/components/ui/header-link";
import { ToolIcon } from "@/components/ui/tool-icon";
import type { Notice } from "@/lib/contract/notice";
import { accountMessages } from "@/lib/messages/compiled/account";
import { vitrine } from "@/lib/page-bridge";
import type { KeyProblem } from "@/lib/service/api/api-keys";
import { keyProblemText } from "@/lib/service/api/key-problem-text";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";
import { readNotice } from "../read-notice";
import { signedIn } from "../signed-in";
import { pageIn, type SearchParams, toParameters } from "../to-parameters";

type AccountRouteProps = { searchParams: SearchParams };

const KEYS_PER_PAGE = 25;

/** More keys than any plan allows, including keys that ended within the last 90 days. */
const KEYS_MAX = 2_000;

export const generateMetadata = pageMetadata(() => accountMessages("title"), { follow: false });

export default async function AccountRoute({ searchParams }: AccountRouteProps) {
  const principal = await signedIn("/account");
  const { accountId, sessionId, isOperator } = principal;
  const { accounts, people } = vitrine();
  const [account, usage, listed, errors, sessions, notice] = await Promise.all([
    accounts.account(accountId),
    accounts.usage(accountId, null),
    accounts.keys({ account: accountId, offset: 0, limit: KEYS_MAX }),
    accounts.errors(accountId),
    people.sessions(accountId),
    readNotice(principal),
  ]);
  if (account === null) notFound();
  const active = listed.keys.filter(({ state }) => state === "active");
  const others = listed.keys.filter(({ state }) => state !== "active");
  const pageCount = Math.max(1, Math.ceil(listed.keys.length / KEYS_PER_PAGE));
  const page = pageIn(toParameters(await searchParams), "keys", pageCount);
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
        keys={{
          keys: [...active, ...others].slice(offset, offset + KEYS_PER_PAGE),
          count: listed.keys.length,
          activeCount: active.length,
          page,
          pageCount,
        }}
        errors={errors}
        sessions={sessions.map((session) => ({
          ...session,
          isCurrent: session.id === sessionId,
        }))}
        keyNotice={keyNoticeOf(notice)}
        refused={refusedOf(notice)}
        done={doneText(notice)}
      />
    </PageFrame>
  );
}

function keyNoticeOf(notice: Notice | null) {
  if (notice?.kind === "key") return notice;
  if (notice?.kind !== "problem" || notice.form !== "key") return null;
  const { code, values } = notice;
  return { kind: "problem", text: keyProblemText(code as KeyProblem), values } as const;
}

function refusedOf(notice: Notice | null): RefusedChange | null {
  if (notice?.kind !== "problem" || notice.form === "key") return null;
  const { form, code, values } = notice;
  return { form, problem: code, ...values } as RefusedChange;
}

/** The result of each form that has one to show. */
const DONE: Record<string, (name: string) => string> = {
  passwordChanged: () => accountMessages("passwordChanged"),
  emailChanged: () => accountMessages("emailChanged"),
  keyRevoked: (name) => accountMessages("keyRevoked", { name }),
  keyGone: () => accountMessages("keyGone"),
};

function doneText(notice: Notice | null): string | null {
  return notice?.kind === "done" ? (DONE[notice.what]?.(notice.name) ?? null) : null;
}
