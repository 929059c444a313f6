"use client";

import { Notice } from "@/components/site/notice";
import button from "@/components/ui/button.module.css";
import { FAILURE_WORDS } from "@/lib/core/words";

type ErrorPageProps = { reset: () => void };

/** A page whose rendering failed, here or in the browser; what failed stays in the log. */
export default function ErrorPage({ reset }: ErrorPageProps) {
  const { title, message, move, again } = FAILURE_WORDS.brokenPage;
  return (
    <main id="main" tabIndex={-1}>
      <Notice code="internal" title={title} message={message} move={move}>
        <button type="button" className={button.main} onClick={reset}>
          {again}
        </button>
        <a className={button.button} href="/">
          {FAILURE_WORDS.home}
        </a>
      </Notice>
    </main>
  );
}
