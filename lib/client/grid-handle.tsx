"use client";

import {
  createContext,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/** The grid of a page, for what acts on its tiles. The same object while the grid is mounted. */
export type GridHandle = {
  /** The list, whose tiles have `data-image-id`. */
  element: HTMLElement;
  /** Returns the ids of the images that the grid shows, in order; a long grid renders some of them. */
  order(): readonly string[];
  /** Focuses the link of an image and scrolls to it; returns false if the grid does not show it. */
  focusImage(imageId: string): boolean;
};

const GridContext = createContext<GridHandle | null>(null);
const PublishContext = createContext<Ref<GridHandle>>(null);

/** Encloses a page's grid and all that acts on its tiles. */
export function GridProvider({ children }: { children: ReactNode }) {
  const [grid, publish] = useState<GridHandle | null>(null);
  return (
    <PublishContext value={publish}>
      <GridContext value={grid}>{children}</GridContext>
    </PublishContext>
  );
}

/** Returns the grid of the page; null while none is mounted. */
export function useGrid(): GridHandle | null {
  return useContext(GridContext);
}

/**
 * Publishes a grid to its page.
 *
 * @param focusImage focuses one of `images`; the latest one is called
 */
export function usePublishedGrid(
  list: RefObject<HTMLElement | null>,
  images: readonly { id: string }[],
  focusImage: (imageId: string) => void,
): void {
  const rendered = useRef({ images, focusImage });
  useLayoutEffect(() => {
    rendered.current = { images, focusImage };
  });
  useImperativeHandle(
    useContext(PublishContext),
    () => ({
      element: list.current as HTMLElement,
      order: () => rendered.current.images.map(({ id }) => id),
      focusImage(imageId) {
        const isShown = rendered.current.images.some(({ id }) => id === imageId);
        if (isShown) rendered.current.focusImage(imageId);
        return isShown;
      },
    }),
    [list],
  );
}

/** Focuses the link of a tile that is in the list, and scrolls to it if it is not visible. */
export function focusTile(list: HTMLElement | null, imageId: string): void {
  const tile = list?.querySelector<HTMLElement>(`[data-image-id="${CSS.escape(imageId)}"]`);
  tile?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
  tile?.scrollIntoView({ block: "nearest", behavior: "instant" });
}
