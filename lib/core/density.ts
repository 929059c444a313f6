/** How large a grid draws its images. */
export const DENSITIES = ["compact", "normal", "large"] as const;

export type Density = (typeof DENSITIES)[number];

/** The cookie with the choice, so that the server's HTML already has it. */
export const DENSITY_COOKIE = "density";

export function parseDensity(text: string | undefined): Density {
  return DENSITIES.find((density) => density === text) ?? "normal";
}
