"use client";

import button from "@/components/ui/button.module.css";
import { LAST_WORDS } from "@/lib/core/last-words";

type ErrorPageProps = { reset: () => void };

/**
 * A page whose rendering failed, here or in the browser; what failed stays in the log. Every page
 * carries this one along, so it is kept small.
 */
export default function ErrorPage({ reset }: ErrorPageProps) {
  return (
    <main id="main" tabIndex={-1} data-page="failed">
      <h1>{LAST_WORDS.title}</h1>
      <p>{LAST_WORDS.message}</p>
      <p>{LAST_WORDS.move}</p>
      <div>
        <button type="button" className={button.main} onClick={reset}>
          {LAST_WORDS.again}
        </button>
        <a className={button.button} href="/">
          {LAST_WORDS.home}
        </a>
      </div>
    </main>
  );
}
