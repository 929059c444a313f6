import type { ReactNode } from "react";
import styles from "./screen.module.css";
import { SignDrawing, type SignName } from "./sign-drawing";

type ScreenProps = { sign: SignName; title: string; children: ReactNode };

/** A message, under a drawing, that replaces a page's content. */
export function Screen({ sign, title, children }: ScreenProps) {
  return (
    <section className={styles.screen}>
      <SignDrawing sign={sign} />
      <h1>{title}</h1>
      {children}
    </section>
  );
}
