/** How the browser came to this document: `navigate`, `reload`, or `back_forward`, also for a restored tab. */
export function navigationType(): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation");
  return (navigation as PerformanceNavigationTiming | undefined)?.type;
}
