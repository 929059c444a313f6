"use client";

import { FAILURE_WORDS } from "@/lib/core/words";

/** The last resort, when the frame of the page itself broke: plain, since nothing else is sure. */
export default function GlobalError() {
  const { title, message, move } = FAILURE_WORDS.brokenPage;
  return (
    <html lang="en">
      <body>
        <main>
          <h1>{title}</h1>
          <p>{message}</p>
          <p>{move}</p>
          <a href="/">{FAILURE_WORDS.home}</a>
        </main>
      </body>
    </html>
  );
}
