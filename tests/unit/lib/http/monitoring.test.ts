import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createMetrics } from "@/lib/http/metrics";
import { thumbnailsInTest } from "@/tests/support/pictures/thumbnails-in-test";

/** The metrics of a server with a paid service. */
async function exposedText(): Promise<string> {
  const metrics = createMetrics();
  metrics.watch({ budget: async () => null, breaker: () => "closed", pendingCount: () => 0 });
  metrics.watchStore(async () => {});
  const thumbnails = thumbnailsInTest();
  onTestFinished(() => thumbnails.dispose());
  metrics.watchThumbnails(thumbnails.stats);
  const route = { path: "/search" };
  const answered = { route, status: 200, seconds: 0.2, requestId: "r-1", traceId: null };
  metrics.answered(answered);
  return (await metrics.expose("text")).text;
}

/** The names of every metric that a server with a paid service exposes. */
async function exposedNames(): Promise<Set<string>> {
  const text = await exposedText();
  const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)];
  return new Set(
    typed.flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`] : name,
    ),
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

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

test.runIf(hasPromtool)("promtool accepts the rules", () => {
  const { status, stdout } = spawnSync("promtool", [
    "check",
    "rules",
    "docs/deploy/prometheus-rules.yaml",
  ]);
  expect([status, String(stdout)]).toEqual([0, expect.stringContaining("SUCCESS")]);
});

test.runIf(hasPromtool)("promtool finds no fault in our metrics", async () => {
  const input = await exposedText();
  const { status, stderr } = spawnSync("promtool", ["check", "metrics"], { input });
  expect([status, String(stderr)]).toEqual([0, ""]);
});
