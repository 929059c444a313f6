"use client";

import { useEffect, useState } from "react";
import styles from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { parseTheme, THEME_COOKIE, type Theme } from "@/lib/core/settings/theme";
import { themeMessages } from "@/lib/messages/compiled/theme";
import own from "./theme-switch.module.css";

const THEMES: readonly Theme[] = [null, "light", "dark"];

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Chooses the theme. A cookie stores the choice, so that the server's HTML already has it. The button
 * appears after hydration, because it needs scripts.
 */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme | undefined>();

  // The back/forward cache may have a page from before the choice.
  useEffect(() => {
    const read = () => {
      setTheme(savedTheme());
      show(savedTheme());
    };
    // The browser asks another process for the cookies, which would prolong the task of hydration.
    const timer = setTimeout(read);
    addEventListener("pageshow", read);
    return () => {
      clearTimeout(timer);
      removeEventListener("pageshow", read);
    };
  }, []);

  const choose = (next: Theme) => {
    setTheme(next);
    show(next);
    // Not every browser we serve has the Cookie Store API.
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = `${THEME_COOKIE}=${next ?? ""}; path=/; samesite=lax; max-age=${next === null ? 0 : COOKIE_SECONDS}`;
  };

  return (
    <div className={own.place}>
      <button
        type="button"
        className={styles.icon}
        popoverTarget="theme-choices"
        aria-label={themeMessages("title")}
        hidden={theme === undefined}
      >
        <Icon name="theme" />
      </button>
      <fieldset
        id="theme-choices"
        popover="auto"
        className={own.choices}
        aria-label={themeMessages("title")}
      >
        <p>{themeMessages("title")}</p>
        {THEMES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              checked={theme === choice}
              onChange={() => choose(choice)}
            />
            {themeMessages(choice ?? "system")}
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

function savedTheme(): Theme {
  return parseTheme(document.cookie.match(`(?:^|; )${THEME_COOKIE}=(\\w+)`)?.[1]);
}
