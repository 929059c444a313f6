/** The visitor's choice; null to match the system. */
export type Theme = "light" | "dark" | null;

/** The cookie with the choice, so that the server's HTML already has it. */
export const THEME_COOKIE = "theme";

export function parseTheme(text: string | undefined): Theme {
  return text === "light" || text === "dark" ? text : null;
}

/** The background of each theme, for the browser's own interface; `--ground` in the tokens. */
export const GROUND_COLOUR = { light: "#fbfbfa", dark: "#111110" } as const;
