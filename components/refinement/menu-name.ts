/** The menus of the refinement row, in its order. */
export const MENU_NAMES = ["orientation", "size", "colour", "host", "sort"] as const;

export type MenuName = (typeof MENU_NAMES)[number];

/** The id of a menu's panel. */
export const panelId = (name: MenuName) => `refine-by-${name}`;
