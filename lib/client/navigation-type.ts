/** Returns how this document was opened: `navigate`, `reload`, `back_forward` (or restored tab). */
export function navigationType(): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation");
  return (navigation as PerformanceNavigationTiming | undefined)?.type;
}
