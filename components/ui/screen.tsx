import type { ReactNode } from "react";
import { CaseDrawing, type CaseSign } from "./case-drawing";
import styles from "./screen.module.css";

type ScreenProps = { sign: CaseSign; title: string; children: ReactNode };

/** A message in place of a page's content, under a drawing. */
export function Screen({ sign, title, children }: ScreenProps) {
  return (
    <section className={styles.screen}>
      <CaseDrawing sign={sign} />
      <h1>{title}</h1>
      {children}
    </section>
  );
}
