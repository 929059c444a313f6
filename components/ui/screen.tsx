import type { ReactNode } from "react";
import styles from "./screen.module.css";
import { SignDrawing, type SignName } from "./sign-drawing";

type ScreenProps = { sign: SignName; title: string; children: ReactNode };

/** A message in place of a page's content, under a drawing. */
export function Screen({ sign, title, children }: ScreenProps) {
  return (
    <section className={styles.screen}>
      <SignDrawing sign={sign} />
      <h1>{title}</h1>
      {children}
    </section>
  );
}
