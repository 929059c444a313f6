import { CaseDrawing } from "@/components/site/case-drawing";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { IDLE_WORDS } from "@/lib/core/later-words";
import { ExampleSearches } from "./example-searches";
import styles from "./screen.module.css";

/** A page of results to which nobody put a question. */
export function IdleScreen({ service }: { service: ServiceLabel | null }) {
  return (
    <section className={styles.screen}>
      <CaseDrawing sign="waiting" />
      <h1>{IDLE_WORDS.title}</h1>
      <p>{IDLE_WORDS.message}</p>
      <ExampleSearches service={service} />
    </section>
  );
}
