/** Light or dark, if the person chose; null: as the system says. */
export type Theme = "light" | "dark" | null;

/** The cookie that holds the choice, so that the first byte of a page already has it. */
export const THEME_COOKIE = "theme";

export function parseTheme(text: string | undefined): Theme {
  return text === "light" || text === "dark" ? text : null;
}

/** The ground of each theme, for what a browser draws around the page; as `--ground` in the tokens. */
export const GROUND_COLOUR = { light: "#fbfbfa", dark: "#111110" } as const;
