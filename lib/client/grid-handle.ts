"use client";

import {
  type RefObject,
  useCallback,
  useContext,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { GridContext, GridRefContext } from "./grid-provider";

/** The grid of a page, for what acts on its tiles. The same object while the grid is mounted. */
export type GridHandle = {
  /** The list, whose tiles have `data-image-id`. */
  element: HTMLElement;
  /** Returns the ids of the images that the grid shows, in order, even if it renders some of them. */
  order(): readonly string[];
  /** Focuses the link of an image and scrolls to it; returns false if the grid does not show it. */
  focusImage(imageId: string): boolean;
};

/** The handles of grids that do not render all their tiles, by their lists. */
const handles = new WeakMap<HTMLElement, GridHandle>();

/** Returns the grid of the page; null while none is mounted. */
export function useGrid(): GridHandle | null {
  const list = useContext(GridContext);
  return useMemo(() => list && (handles.get(list) ?? handleOf(list)), [list]);
}

/** The handle of a grid that renders all its tiles. */
function handleOf(element: HTMLElement): GridHandle {
  return {
    element,
    order: () =>
      [...element.querySelectorAll<HTMLElement>("[data-image-id]")].map(
        ({ dataset }) => dataset.imageId as string,
      ),
    focusImage: (imageId) => focusTile(element, imageId),
  };
}

/**
 * Publishes a grid that renders some of its tiles. Returns a function that focuses an image.
 *
 * @param render renders the tile of one of `images`
 */
export function usePublishedGrid(
  list: RefObject<HTMLElement | null>,
  images: readonly { id: string }[],
  render: (imageId: string) => void,
): GridHandle["focusImage"] {
  const latest = useRef({ images, render });
  useLayoutEffect(() => {
    latest.current = { images, render };
  });
  const focusImage = useCallback(
    (imageId: string) => {
      const { images, render } = latest.current;
      if (list.current === null || !images.some(({ id }) => id === imageId)) return false;
      render(imageId);
      return focusTile(list.current, imageId);
    },
    [list],
  );
  useImperativeHandle(useContext(GridRefContext), () => {
    const element = list.current as HTMLElement;
    const order = () => latest.current.images.map(({ id }) => id);
    handles.set(element, { element, order, focusImage });
    return element;
  }, [list, focusImage]);
  return focusImage;
}

function focusTile(list: HTMLElement, imageId: string): boolean {
  const tile = list.querySelector(`[data-image-id="${CSS.escape(imageId)}"]`);
  tile?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
  tile?.scrollIntoView({ block: "nearest", behavior: "instant" });
  return tile !== null;
}
