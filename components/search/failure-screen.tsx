"use client";

import { CaseDrawing, signOf } from "@/components/site/case-drawing";
import button from "@/components/ui/button.module.css";
import { ERRORS, type Problem } from "@/lib/contract/errors";
import { FAILURE_WORDS } from "@/lib/core/failure-words";
import { repairedQuery, type SearchFailure, searchHref } from "@/lib/core/search-outcome";
import { clockText, DAY_SECONDS, useSecondsLeft } from "./countdown";
import { failureText } from "./failure-text";
import styles from "./screen.module.css";
import { useSearchState } from "./search-state";

type FailureScreenProps = {
  failure: SearchFailure;
  /** The address behind `?` whose search failed. */
  address: string;
};

/** What happened, whose move it is, what to do; and the service's own words, as a quotation. */
export function FailureScreen({ failure, address }: FailureScreenProps) {
  const { service } = useSearchState();
  const { code, problems = [], serviceSaid, requestId, retryAfterSeconds } = failure;
  const { title, message, move } = failureText(code);
  // A wait of days is in the words; nobody watches a clock for it.
  const isSoon = retryAfterSeconds !== undefined && retryAfterSeconds <= DAY_SECONDS;
  const secondsLeft = useSecondsLeft(isSoon ? retryAfterSeconds : null);
  const [whose, ...what] = move.split(": ");

  return (
    <section className={styles.screen}>
      <CaseDrawing sign={signOf(code)} />
      <h1>{title}</h1>
      <p>{message}</p>
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label={FAILURE_WORDS.problems}>
          {problems.map(({ path, message: problem }) => (
            <li key={path + problem}>
              <b>{FAILURE_WORDS.parameter[path] ?? path}</b> {problem}.
            </li>
          ))}
        </ul>
      )}
      {serviceSaid !== undefined && (
        <blockquote className={styles.said}>
          <p dir="auto">{FAILURE_WORDS.said(serviceSaid)}</p>
          <cite>{service?.kind === "remote" ? service.host : FAILURE_WORDS.somebody}</cite>
        </blockquote>
      )}
      {secondsLeft !== null && secondsLeft > 0 && (
        <p className={styles.clock} role="timer" aria-label={FAILURE_WORDS.left(secondsLeft)}>
          {clockText(secondsLeft)}
        </p>
      )}
      <p className={styles.move}>
        {whose}: <b>{what.join(": ")}</b>
      </p>
      <div className={styles.do}>
        {code === "invalid_query" ? (
          <Repair address={address} problems={problems} />
        ) : (
          <Again
            address={address}
            // What only the operator can change may have been changed, but that is not likely.
            isLikely={!(code in ERRORS) || ERRORS[code as keyof typeof ERRORS].isRetryable}
            isTooEarly={secondsLeft !== null && secondsLeft > 0}
          />
        )}
      </div>
      {requestId !== undefined && (
        <p className={styles.number}>
          {FAILURE_WORDS.requestId} <code>{requestId}</code>
        </p>
      )}
    </section>
  );
}

function Repair({ address, problems }: { address: string; problems: readonly Problem[] }) {
  const repaired = repairedQuery(new URLSearchParams(address), problems);
  return (
    <a className={button.main} href={repaired === null ? "/" : searchHref(repaired)}>
      {repaired === null ? FAILURE_WORDS.start : FAILURE_WORDS.repaired}
    </a>
  );
}

type AgainProps = { address: string; isLikely: boolean; isTooEarly: boolean };

function Again({ address, isLikely, isTooEarly }: AgainProps) {
  const { service, isWaiting } = useSearchState();
  const isOff = isTooEarly || isWaiting;
  return (
    <a
      className={isLikely ? button.main : button.button}
      href={`/search?${address}`}
      aria-disabled={isOff}
      onClick={(event) => isOff && event.preventDefault()}
    >
      {isWaiting ? FAILURE_WORDS.asking : FAILURE_WORDS.again(service)}
    </a>
  );
}
