import type { ReactNode } from "react";
import styles from "@/components/search/screen.module.css";
import type { FailureCode } from "@/lib/core/failure-words";
import { CaseDrawing, signOf } from "./case-drawing";

type NoticeProps = {
  code: FailureCode;
  title: string;
  message: string;
  move: string;
  /** What can be done. */
  children: ReactNode;
};

/** One message in the place of a page: what happened, whose move it is, what to do. */
export function Notice({ code, title, message, move, children }: NoticeProps) {
  const [whose, ...what] = move.split(": ");
  return (
    <section className={styles.screen}>
      <CaseDrawing sign={signOf(code)} />
      <h1>{title}</h1>
      <p>{message}</p>
      <p className={styles.move}>
        {whose}: <b>{what.join(": ")}</b>
      </p>
      <div className={styles.do}>{children}</div>
    </section>
  );
}
