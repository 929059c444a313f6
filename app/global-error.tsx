"use client";

import { crashMessages } from "@/lib/messages/compiled/crash";
import { currentLocale } from "@/lib/messages/locale";

/** Replaces the page when the root layout failed. */
export default function GlobalError() {
  const { tag, direction } = currentLocale();
  return (
    <html lang={tag} dir={direction}>
      <body>
        <main>
          <h1>{crashMessages("title")}</h1>
          <p>{crashMessages("message")}</p>
          <a href="/">{crashMessages("home")}</a>
        </main>
      </body>
    </html>
  );
}
