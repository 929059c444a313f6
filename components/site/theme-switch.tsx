"use client";

import { useEffect, useState } from "react";
import styles from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { parseTheme, THEME_COOKIE, type Theme } from "@/lib/core/theme";
import { THEME_WORDS } from "@/lib/core/words";
import own from "./theme-switch.module.css";

const CHOICES: readonly { theme: Theme; label: string }[] = [
  { theme: null, label: THEME_WORDS.system },
  { theme: "light", label: THEME_WORDS.light },
  { theme: "dark", label: THEME_WORDS.dark },
];

/** A year: the choice is a wish, not a session. */
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Light, dark, or as the system; kept in a cookie so that the server's first byte has it. Without
 * scripts nothing could be chosen, so the button only appears with them.
 */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme | undefined>();

  // A page that Back brings again may be from before the choice.
  useEffect(() => {
    const read = () => {
      setTheme(keptTheme());
      show(keptTheme());
    };
    read();
    addEventListener("pageshow", read);
    return () => removeEventListener("pageshow", read);
  }, []);

  const choose = (next: Theme) => {
    setTheme(next);
    show(next);
    // The Cookie Store API is not in every browser we serve.
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = `${THEME_COOKIE}=${next ?? ""}; path=/; samesite=lax; max-age=${next === null ? 0 : COOKIE_SECONDS}`;
  };

  return (
    <div className={own.place}>
      <button
        type="button"
        className={styles.icon}
        popoverTarget="theme-choices"
        aria-label={THEME_WORDS.button}
        hidden={theme === undefined}
      >
        <Icon name="theme" />
      </button>
      <fieldset id="theme-choices" popover="auto" className={own.choices}>
        <legend className={own.legend}>{THEME_WORDS.legend}</legend>
        {CHOICES.map(({ theme: choice, label }) => (
          <label key={label} className={own.choice}>
            <input
              type="radio"
              name="theme"
              checked={theme === choice}
              onChange={() => choose(choice)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function show(theme: Theme): void {
  if (theme === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function keptTheme(): Theme {
  return parseTheme(document.cookie.match(`(?:^|; )${THEME_COOKIE}=(\\w+)`)?.[1]);
}
