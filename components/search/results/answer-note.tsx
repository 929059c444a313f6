import { useEffect } from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { RichText } from "@/components/ui/rich-text";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { costOf } from "@/lib/core/query/search-outcome";
import { relaxedSearchMessages } from "@/lib/messages/compiled/relaxed-search";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { staleAnswerMessages } from "@/lib/messages/compiled/stale-answer";
import { failureText, isFailureCode } from "@/lib/messages/failure-text";
import { SearchAgainForm } from "../form/search-again-form";
import styles from "./answer-note.module.css";
import { AnsweredAt } from "./answered-at";

type AnswerNoteProps = {
  answer: SearchAnswer;
  /** Why a repeated search failed. Without scripts it comes from the URL, so it is untrusted. */
  failed: string | null;
};

/** Explains why the answer differs from the answer that the visitor asked for. */
export function AnswerNote({ answer, failed }: AnswerNoteProps) {
  return (
    <>
      {answer.relaxed !== null && <RelaxedNote query={answer.query.q} relaxed={answer.relaxed} />}
      <StaleNote answer={answer} failed={failed} />
    </>
  );
}

/** Lists at most this many words. */
const LISTED_MAX = 6;

type RelaxedNoteProps = { query: string; relaxed: NonNullable<SearchAnswer["relaxed"]> };

/** Says which words the images match, because none matches the whole query. */
function RelaxedNote({ query, relaxed: { words, match } }: RelaxedNoteProps) {
  const isOneWord = !/\s/.test(query);
  const isLong = words.length > LISTED_MAX;
  const key = match === "any" ? (isLong ? "some" : "any") : isOneWord ? "query" : "all";
  const listed = <b>{words.join(match === "any" ? ", " : " ")}</b>;
  return (
    <p className={styles.relaxed}>
      <RichText parts={relaxedSearchMessages.parts(key, { query, words: listed })} />
    </p>
  );
}

/** Explains why a stale answer, or an answer from the library, is shown. */
function StaleNote({ answer, failed }: AnswerNoteProps) {
  const { from, answeredAt, staleReason, retryAfterSeconds, query, service } = answer;
  const reason = staleReason ?? failed;
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
        {retryAfterSeconds !== undefined && ` ${retryText(retryAfterSeconds)}`}
      </p>
      {from === "stale" && retryAfterSeconds === undefined && (
        <SearchAgainForm
          query={query}
          button={button.button}
          label={resultsMessages("again", { cost: costOf(service) })}
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

function retryText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return staleAnswerMessages("retryMinutes", { count: minutes });
  return staleAnswerMessages("retryHours", { count: Math.ceil(minutes / 60) });
}
