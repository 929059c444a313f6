import { expect, test } from "vitest";
import { createFairShare, type FairShare } from "@/lib/platform/fair-share";

let nowMs = 0;
const clock = () => nowMs;

/** Runs the jobs of clients that always have one waiting; returns the time that each used. */
function serve(share: FairShare, jobMs: Record<string, number>, rounds: number) {
  const used = new Map<string, number>();
  const waiting = Object.keys(jobMs).map((name) => share.add(name));
  for (let round = 0; round < rounds; round += 1) {
    const next = waiting.reduce((best, each) => (each.dueMs < best.dueMs ? each : best));
    const ms = jobMs[next.name] ?? 0;
    share.start(next);
    nowMs += ms;
    used.set(next.name, (used.get(next.name) ?? 0) + ms);
    const again = share.add(next.name);
    share.end(next, ms);
    waiting[waiting.indexOf(next)] = again;
  }
  return used;
}

test("clients that always have jobs get equal time, however long their jobs are", () => {
  const used = serve(createFairShare(clock), { long: 90, short: 10, middle: 30 }, 300);
  const [most, least] = [Math.max(...used.values()), Math.min(...used.values())];
  expect(most - least).toBeLessThan(300);
});

test("a later client is due at once, but gets no credit for the past", () => {
  const share = createFairShare(clock);
  const first = share.add("first");
  for (let n = 0; n < 10; n += 1) {
    const job = share.add("first");
    share.start(job);
    share.end(job, 50);
  }
  const late = share.add("late");
  expect(late.dueMs).toBeGreaterThan(400);
  expect(late.dueMs).toBeLessThan(first.dueMs);
});

test("a pause offsets an equal amount of use, and no more", () => {
  const share = createFairShare(clock);
  share.add("other");
  const use = (ms: number) => {
    const job = share.add("client");
    share.start(job);
    share.end(job, ms);
    return job.dueMs;
  };
  const dueMs = use(100);
  nowMs += 60;
  expect(share.add("client").dueMs).toBe(dueMs - 60);
  const later = createFairShare(clock);
  later.add("other");
  const job = later.add("client");
  later.start(job);
  later.end(job, 100);
  nowMs += 1_000;
  expect(later.add("client").dueMs).toBe(0);
});

test("all use is forgotten when no job waits or runs", () => {
  const share = createFairShare(clock);
  const job = share.add("client");
  share.start(job);
  share.end(job, 100);
  expect(share.add("client").dueMs).toBe(0);
});
