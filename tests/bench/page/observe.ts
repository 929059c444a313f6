/** Measurements of one page view; times in ms since the navigation started. */
export type Observed = {
  lcpMs: number;
  /** The LCP element: an image's URL, or the start of a text. */
  lcpWhat: string;
  fcpMs: number;
  cls: number;
  longTaskMs: number;
  longTaskCount: number;
  /** When React hydrated the first tile; null without React. */
  hydratedMs: number | null;
  firstShownMs: number | null;
  /** When the last image in the viewport was shown; null before that. */
  completeMs: number | null;
  inViewportCount: number;
  shownCount: number;
  failedCount: number;
};

declare global {
  interface Window {
    observed: () => Observed;
  }
}

/**
 * Runs in the page before its own scripts. An image counts as shown in the first frame in which it is
 * decoded and opaque. The rule is the same for all pages.
 *
 * @param pictures selector of the grid's images
 */
export function observe(pictures: string): void {
  const shownMs = new WeakMap<Element, number>();
  const state = { lcpMs: 0, lcpWhat: "", cls: 0, longTaskMs: 0, longTaskCount: 0 };
  let hydratedMs: number | null = null;
  let firstShownMs: number | null = null;
  let failedCount = 0;

  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  on("largest-contentful-paint", (entry) => {
    const { element, url } = entry as PerformanceEntry & { element?: Element; url?: string };
    state.lcpMs = entry.startTime;
    state.lcpWhat = url || `"${element?.textContent?.slice(0, 40) ?? ""}"`;
  });
  on("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) state.cls += value;
  });
  on("longtask", ({ duration }) => {
    state.longTaskMs += duration;
    state.longTaskCount += 1;
  });

  const note = (image: HTMLImageElement) => {
    if (!image.isConnected || shownMs.has(image)) return;
    if (Number(getComputedStyle(image).opacity) < 0.5)
      return void requestAnimationFrame(() => note(image));
    const nowMs = performance.now();
    shownMs.set(image, nowMs);
    firstShownMs ??= nowMs;
  };
  document.addEventListener(
    "load",
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || !target.matches(pictures)) return;
      target
        .decode()
        .then(() => requestAnimationFrame(() => note(target)))
        .catch(() => note(target));
    },
    true,
  );
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) failedCount += 1;
    },
    true,
  );
  const watch = setInterval(() => {
    const first = document.querySelector(pictures);
    if (first === null || !Object.keys(first).some((key) => key.startsWith("__reactProps"))) return;
    hydratedMs = performance.now();
    clearInterval(watch);
  }, 50);

  window.observed = () => {
    const fcpMs = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    // Before the first paint, reading positions would force a layout with each chunk of the page. A
    // visitor's browser does not do that, and it would slow down most the page with the earliest
    // images.
    const images = fcpMs === 0 ? [] : [...document.querySelectorAll<HTMLImageElement>(pictures)];
    const inViewport = images.filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const times = inViewport.map((image) => shownMs.get(image) ?? Number.POSITIVE_INFINITY);
    const isComplete = times.length > 0 && times.every(Number.isFinite);
    return {
      ...state,
      fcpMs,
      hydratedMs,
      firstShownMs,
      completeMs: isComplete ? Math.max(...times) : null,
      inViewportCount: inViewport.length,
      shownCount: images.filter((image) => shownMs.has(image)).length,
      failedCount,
    };
  };
}
