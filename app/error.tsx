"use client";

import button from "@/components/ui/button.module.css";
import { crashMessages } from "@/lib/messages/compiled/crash";

type ErrorPageProps = { reset: () => void };

/** Replaces a page that failed to render, on the server or in the browser. Every page includes it. */
export default function ErrorPage({ reset }: ErrorPageProps) {
  return (
    <main id="main" tabIndex={-1} data-page="failed">
      <h1>{crashMessages("title")}</h1>
      <p>{crashMessages("message")}</p>
      <div>
        <button type="button" className={button.main} onClick={reset}>
          {crashMessages("retry")}
        </button>
        <a className={button.button} href="/">
          {crashMessages("home")}
        </a>
      </div>
    </main>
  );
}
