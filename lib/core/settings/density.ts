/** How large a grid draws its images. */
export const DENSITIES = ["compact", "normal", "large"] as const;

export type Density = (typeof DENSITIES)[number];

/** Factors for the height of a grid's rows; app/styles/tokens.css has the same factors. */
export const DENSITY_FACTOR: Readonly<Record<Density, number>> = {
  compact: 0.72,
  normal: 1,
  large: 1.6,
};

/** The cookie with the choice, so that the server's HTML already has it. */
export const DENSITY_COOKIE = "density";

export function parseDensity(text: string | undefined): Density {
  return DENSITIES.find((density) => density === text) ?? "normal";
}
