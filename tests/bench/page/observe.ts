/** What a page under measurement tells about itself; times in ms since its navigation began. */
export type Observed = {
  lcpMs: number;
  /** What was largest: an image's address, or the beginning of a text. */
  lcpWhat: string;
  fcpMs: number;
  cls: number;
  longTaskMs: number;
  longTaskCount: number;
  /** When React had taken over the first tile; null where there is no React. */
  aliveMs: number | null;
  firstShownMs: number | null;
  /** When the last picture within the viewport was shown; null before that. */
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
 * Runs in the page before anything of its own. A picture counts as shown in the first frame in
 * which it is decoded and not see-through; the same rule for every page, whoever made it.
 *
 * @param pictures selector of the grid's pictures
 */
export function observe(pictures: string): void {
  const shownMs = new WeakMap<Element, number>();
  const state = { lcpMs: 0, lcpWhat: "", cls: 0, longTaskMs: 0, longTaskCount: 0 };
  let aliveMs: number | null = null;
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
    aliveMs = performance.now();
    clearInterval(watch);
  }, 50);

  window.observed = () => {
    const fcpMs = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    // Before anything is drawn, asking where pictures are would lay out what has come so far, and
    // again with each piece: work that no visitor's page does, and most of it for the page that has
    // its pictures first.
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
      aliveMs,
      firstShownMs,
      completeMs: isComplete ? Math.max(...times) : null,
      inViewportCount: inViewport.length,
      shownCount: images.filter((image) => shownMs.has(image)).length,
      failedCount,
    };
  };
}
