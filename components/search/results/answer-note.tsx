import { Fragment, useEffect } from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { RichText } from "@/components/ui/rich-text";
import { useNewSearch } from "@/lib/client/new-search";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { changedSearchMessages as messages } from "@/lib/messages/compiled/changed-search";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { staleAnswerMessages } from "@/lib/messages/compiled/stale-answer";
import { failureText, isFailureCode } from "@/lib/messages/failure-text";
import type { ChangedSearch, WordChange } from "@/lib/protocol/changed-search";
import { SearchAgainForm } from "../form/search-again-form";
import styles from "./answer-note.module.css";
import { AnsweredAt } from "./answered-at";
import { NextSearch } from "./next-search";

type AnswerNoteProps = {
  answer: SearchAnswer;
  /** Why a repeated search failed. */
  failed: string | null;
};

/** Explains why the answer differs from the answer that the visitor asked for. */
export function AnswerNote({ answer, failed }: AnswerNoteProps) {
  return (
    <>
      {answer.changed !== null && <ChangesNote query={answer.query.q} {...answer.changed} />}
      <StaleNote answer={answer} failed={failed} />
    </>
  );
}

/** Lists at most this many words. */
const LISTED_MAX = 6;

/** Says which words of the search some images do not have, and what they have instead. */
function ChangesNote({ query, asTypedCount, changes }: ChangedSearch & { query: string }) {
  const isOneWord = !/\s/.test(query.trim());
  const of = (kind: WordChange["kind"]) => changes.filter((each) => each.kind === kind);
  const corrected = of("corrected").map(({ to }) => to ?? "");
  const omitted = of("omitted").map(({ from }) => from);
  const isAllOmitted = asTypedCount === 0 && changes.length === 1;
  const related = of("related").map(({ to }) => to ?? "");
  return (
    <p className={styles.changes}>
      {asTypedCount > 0
        ? messages(isOneWord ? "someHaveIt" : "some", { count: asTypedCount, query })
        : messages("none")}{" "}
      {corrected.length > 0 && (
        <RichText
          parts={messages.parts(asTypedCount > 0 ? "alsoCorrected" : "corrected", {
            words: <b>{listed(corrected)}</b>,
          })}
        />
      )}{" "}
      {of("colour").map(({ from }) => (
        <Fragment key={from}>
          <RichText parts={messages.parts("colour", { word: <b>{from}</b> })} />{" "}
        </Fragment>
      ))}
      {omitted.length > 0 && (
        <RichText
          parts={messages.parts(isAllOmitted ? "without" : "withoutSome", {
            words: <b>{listed(omitted)}</b>,
          })}
        />
      )}{" "}
      {related.length > 0 && (
        <RichText parts={messages.parts("related", { words: <b>{listed(related)}</b> })} />
      )}
    </p>
  );
}

function listed(words: readonly string[]): string {
  const shown = [...new Set(words)].slice(0, LISTED_MAX).join(", ");
  return words.length > LISTED_MAX ? `${shown}, …` : shown;
}

/** Explains why a stale answer, or an answer from the library, is shown. */
function StaleNote({ answer, failed }: AnswerNoteProps) {
  const { from, answeredAt, staleReason, query } = answer;
  const { cost, refusal } = useNewSearch();
  const reason = failed ?? staleReason;
  if (reason === "answered_just_now") return <JustNow count={answer.ageSeconds} />;
  if (reason === null || !isFailureCode(reason)) return null;
  const { message, action } = failureText(reason);
  const time = <AnsweredAt iso={answeredAt} isDated />;
  return (
    <div className={styles.note}>
      <p>
        <b>
          {from === "library" && staleReason !== null ? (
            staleAnswerMessages("library")
          ) : (
            <RichText parts={staleAnswerMessages.parts("from", { time })} />
          )}
        </b>
        {/* A stale answer without a call of the service has no failure to explain. */}
        {reason !== "search_unconfirmed" && ` ${message} ${action}`}
        {refusal !== null && (
          <>
            {" "}
            <NextSearch refusal={refusal} />
          </>
        )}
      </p>
      {from === "stale" && refusal === null && (
        <SearchAgainForm
          query={query}
          button={button.button}
          label={resultsMessages("again", { cost })}
        />
      )}
    </div>
  );
}

/** Says why searching again changed nothing: a second press is usually a double click. */
function JustNow({ count }: { count: number }) {
  const sentence = staleAnswerMessages("justNow", { count });
  // Waits until after the answer's own announcement.
  useEffect(() => {
    const turn = setTimeout(() => announce(sentence));
    return () => clearTimeout(turn);
  }, [sentence]);
  return <p className={styles.note}>{sentence}</p>;
}
