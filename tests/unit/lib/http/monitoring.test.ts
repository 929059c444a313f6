import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createMetrics } from "@/lib/http/metrics";
import { thumbnailsInTest } from "@/tests/support/pictures/thumbnails-in-test";

/** The names of every metric that a server with a paid service exposes. */
async function exposedNames(): Promise<Set<string>> {
  const metrics = createMetrics();
  metrics.watch({ budget: async () => null, breaker: () => "closed", pendingCount: () => 0 });
  const thumbnails = thumbnailsInTest();
  onTestFinished(() => thumbnails.dispose());
  metrics.watchThumbnails(thumbnails.stats);
  const { text } = await metrics.expose();
  const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)];
  return new Set(
    typed.map(([, name = "", type]) => (type === "histogram" ? `${name}_bucket` : name)),
  );
}

test.each(["prometheus-rules.yaml", "grafana-dashboard.json"])(
  "every metric that %s names is exposed",
  async (file) => {
    const text = readFileSync(`docs/deploy/${file}`, "utf8");
    const named = new Set(text.match(/\b(?:vitrine|process|nodejs)_[a-z0-9_]+/g));
    expect(named.size).toBeGreaterThan(5);
    const exposed = await exposedNames();
    expect([...named].filter((name) => !exposed.has(name))).toEqual([]);
  },
);
