import button from "@/components/ui/button.module.css";
import { MISSING_SCREEN_WORDS } from "@/lib/core/words";

/** In place of a screen that loads later, and then could not be loaded. */
export function MissingScreen() {
  const { title, message, again } = MISSING_SCREEN_WORDS;
  return (
    <section>
      <h1>{title}</h1>
      <p>{message}</p>
      <a className={button.main} href={location.href}>
        {again}
      </a>
    </section>
  );
}
