"use client";

import { LAST_WORDS } from "@/lib/core/last-words";

/** The last resort, when the frame of the page itself broke: plain, since nothing else is sure. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>{LAST_WORDS.title}</h1>
          <p>{LAST_WORDS.message}</p>
          <p>{LAST_WORDS.move}</p>
          <a href="/">{LAST_WORDS.home}</a>
        </main>
      </body>
    </html>
  );
}
