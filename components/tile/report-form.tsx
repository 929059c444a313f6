"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { announce } from "@/components/ui/announcer";
import type { Image } from "@/lib/contract/search-answer";
import { REPORT_URL } from "@/lib/core/image/moderation";
import { reportMessages } from "@/lib/messages/compiled/report";
import { ReportFields } from "./report-fields";
import styles from "./report-form.module.css";

type Phase = "writing" | "sending" | "sent" | "failed";

/** A form in an image's menu that reports the image. Loads when the visitor opens it. */
export function ReportForm({ image }: { image: Image }) {
  const form = useRef<HTMLFormElement>(null);
  const [phase, setPhase] = useState<Phase>("writing");

  useEffect(() => {
    form.current?.querySelector("input")?.focus();
  }, []);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (phase === "sending") return;
    setPhase("sending");
    const body = toBody(new FormData(event.currentTarget), image);
    const isSent = await fetch(REPORT_URL, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    setPhase(isSent ? "sent" : "failed");
    if (!isSent) announce(reportMessages("failed"));
  };

  if (phase === "sent") {
    return (
      <p ref={focus} className={styles.sent} tabIndex={-1}>
        {reportMessages("sent")}
      </p>
    );
  }

  return (
    <form ref={form} className={styles.form} onSubmit={send}>
      {phase === "failed" && <p className={styles.failed}>{reportMessages("failed")}</p>}
      <ReportFields isSending={phase === "sending"} />
    </form>
  );
}

/** Moves the focus from a button that is gone, so that a screen reader reads the new element. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

function toBody(fields: FormData, { imageUrl, thumbnails, name, hostUrl }: Image): URLSearchParams {
  const body = new URLSearchParams();
  for (const [key, value] of fields) body.append(key, String(value));
  const [narrowest] = thumbnails?.widthsPx ?? [];
  body.set("image", thumbnails === null ? imageUrl : `${thumbnails.path}${narrowest}`);
  body.set("name", name);
  if (hostUrl !== null) body.set("page", hostUrl);
  return body;
}
