import { Fragment, useEffect } from "react";
import { GridLine } from "@/components/grid/grid-line";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { RichText } from "@/components/ui/rich-text";
import { useSearchOffer } from "@/lib/client/search-offer";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { changedSearchMessages as messages } from "@/lib/messages/compiled/changed-search";
import { failureMessages } from "@/lib/messages/compiled/failure";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { staleAnswerMessages } from "@/lib/messages/compiled/stale-answer";
import { failureText, isFailureCode } from "@/lib/messages/failure-text";
import { listText } from "@/lib/messages/list-text";
import type { ChangedSearch, WordChange } from "@/lib/protocol/changed-search";
import { SearchAgainForm } from "../form/search-again-form";
import styles from "./answer-note.module.css";
import { AnsweredAt } from "./answered-at";
import { NextSearch } from "./next-search";

type AnswerNoteProps = {
  answer: SearchAnswer;
  /** Why a repeated search failed. */
  failed?: string | null;
  /** How many searches of the budget the repetition used. */
  failureUsed?: number | undefined;
  /** Whether the note is the line of the grid above images with synonyms and kinds. */
  isLine?: boolean;
};

/** Explains why the answer, or images of it, differ from what the visitor asked for. */
export function AnswerNote(props: AnswerNoteProps) {
  const { answer, failed = null, failureUsed = 0, isLine } = props;
  const { changed } = answer;
  if (isLine) return changed && <RelatedLine {...changed} />;
  return (
    <>
      {changed !== null && <ChangesNote {...changed} />}
      <StaleNote answer={answer} failed={failed} used={failureUsed} />
    </>
  );
}

/** Lists at most this many words. */
const LISTED_MAX = 6;

/** Says which words of the search are corrected, or are the colour of an image. */
function ChangesNote({ changes }: Pick<ChangedSearch, "changes">) {
  const corrected = wordsOf(changes, "corrected");
  const colours = changes.filter(({ kind }) => kind === "colour");
  if (corrected === "" && colours.length === 0) return null;
  return (
    <p className={styles.changes}>
      {corrected !== "" && (
        <RichText parts={messages.parts("corrected", { words: <b>{corrected}</b> })} />
      )}{" "}
      {colours.map(({ from }) => (
        <Fragment key={from}>
          <RichText parts={messages.parts("colour", { word: <b>{from}</b> })} />{" "}
        </Fragment>
      ))}
    </p>
  );
}

/** Says which synonyms and kinds the images below the line have. */
function RelatedLine({ changes }: Pick<ChangedSearch, "changes">) {
  return <GridLine>{messages("related", { words: wordsOf(changes, "related") })}</GridLine>;
}

function wordsOf(changes: readonly WordChange[], kind: WordChange["kind"]): string {
  const words = [...new Set(changes.filter((each) => each.kind === kind).map(({ to }) => to))];
  return listText(words.length > LISTED_MAX ? [...words.slice(0, LISTED_MAX), "…"] : words);
}

/** Explains why a stale answer, or an answer from the library, is shown. */
function StaleNote(props: { answer: SearchAnswer; failed: string | null; used: number }) {
  const { answer, failed, used } = props;
  const { from, answeredAt, staleReason, query } = answer;
  const { cost, refusal } = useSearchOffer();
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
        {used > 0 && ` ${failureMessages("used", { count: used })}`}
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
