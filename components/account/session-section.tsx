import type { ReactNode } from "react";
import { browserOf } from "@/components/account/browser-name";
import button from "@/components/ui/button.module.css";
import form from "@/components/ui/form.module.css";
import { RichText } from "@/components/ui/rich-text";
import { PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import { agoText } from "@/lib/messages/ago-text";
import { accountMessages } from "@/lib/messages/compiled/account";
import styles from "./account.module.css";
import type { SessionView } from "./account-view";

type SessionSectionProps = {
  sessions: readonly SessionView[];
  nowMs: number;
  /** Other forms about signing in. */
  children: ReactNode;
};

const END_URL = "/account/sessions/end";

/** Where the account is signed in, with a form to end each session. */
export function SessionSection({ sessions, nowMs, children }: SessionSectionProps) {
  return (
    <PageSection
      id="sessions"
      title={accountMessages("sessions")}
      actions={
        sessions.length > 1 && (
          <form action={END_URL} method="post" className={split.flushEnd}>
            <button type="submit" name="id" value="others" className={button.bare}>
              {accountMessages("endOthers")}
            </button>
            <button type="submit" name="id" value="all" className={button.bare}>
              {accountMessages("endAll")}
            </button>
          </form>
        )
      }
    >
      <ul className={styles.lines}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} nowMs={nowMs} />
        ))}
      </ul>
      {children}
    </PageSection>
  );
}

function Session({ session, nowMs }: { session: SessionView; nowMs: number }) {
  const { id, isCurrent, createdAtMs, userAgent, from } = session;
  const browser = browserText(userAgent);
  const when = agoText(createdAtMs, nowMs);
  return (
    <li className={styles.line}>
      <div>
        <b>{isCurrent ? accountMessages("thisBrowser") : browser}</b>
        <span>
          {from === null ? (
            accountMessages(isCurrent ? "signedInWith" : "signedIn", { browser, when })
          ) : (
            <RichText
              parts={accountMessages.parts(isCurrent ? "signedInWithFrom" : "signedInFrom", {
                browser,
                when,
                network: <bdi>{from}</bdi>,
              })}
            />
          )}
        </span>
      </div>
      {isCurrent ? (
        <span>{accountMessages("activeNow")}</span>
      ) : (
        <form action={END_URL} method="post" className={split.flushEnd}>
          <input type="hidden" name="id" value={id} />
          <button
            type="submit"
            className={`${button.bare} ${form.small}`}
            aria-label={accountMessages("endSessionLabel", { browser, when })}
          >
            {accountMessages("endSession")}
          </button>
        </form>
      )}
    </li>
  );
}

function browserText(userAgent: string | null): string {
  const { browser, system } = browserOf(userAgent ?? "");
  if (browser === null) return accountMessages("unknownBrowser");
  return system === null ? browser : accountMessages("browserOn", { browser, system });
}
