import { describe, expect, test } from "vitest";
import { type NewReport, OPEN_REPORTS_MAX } from "@/lib/state/moderation-state";
import { ACCOUNT_SETTINGS, AN_ACTOR } from "@/tests/support/accounts/accounts";
import { IMPLEMENTATIONS } from "./implementations";

const START_MS = Date.UTC(2026, 10, 10, 9);
const ALL = { offset: 0, limit: 100 };

const barn = { source: "lib:barn", name: "Red barn", pageUrl: "/library/barn" };
const reef = { source: "https://a.example/reef.jpg", name: "Reef", pageUrl: null };

const report = (changes: Partial<NewReport> = {}): NewReport => ({
  ...barn,
  reason: "wrong-credit",
  comment: "",
  ...changes,
});

describe.each(IMPLEMENTATIONS)("moderation on $name", ({ create, simulate }) => {
  /** Opens one store as two processes, with a function that sets its time. */
  async function processes() {
    const store = await simulate(START_MS);
    return {
      one: store.open().moderation(),
      other: store.open().moderation(),
      setTime: store.setTime,
    };
  }

  test("reports are listed for every process, the newest first, in pages", async () => {
    const { one, other, setTime } = await processes();
    expect(await one.report(report({ comment: "The maker’s name is “Åse”; \u{1F3DA}" }))).toBe(
      true,
    );
    await setTime(START_MS + 5_000);
    expect(await other.report(report({ ...reef, reason: "not-strict" }))).toBe(true);
    const { reports, count } = await other.reports(ALL);
    expect(count).toBe(2);
    expect(reports).toMatchObject([
      { ...reef, reason: "not-strict", comment: "", reportedAtMs: START_MS + 5_000 },
      { ...barn, comment: "The maker’s name is “Åse”; \u{1F3DA}", reportedAtMs: START_MS },
    ]);
    expect((await one.reports({ offset: 1, limit: 1 })).reports).toMatchObject([barn]);
    expect(await one.openReport(reports[0]?.id ?? 0)).toEqual(reports[0]);
  });

  test("a dismissed report is gone, and its id is not used again", async () => {
    const { one, other } = await processes();
    await one.report(report());
    const [first] = (await one.reports(ALL)).reports;
    const id = first?.id ?? 0;
    expect(await other.dismiss(id, AN_ACTOR)).toEqual(first);
    expect(await one.dismiss(id, AN_ACTOR)).toBeNull();
    expect(await one.openReport(id)).toBeNull();
    expect(await one.reports(ALL)).toEqual({ reports: [], count: 0, imageCount: 0 });
    await one.report(report());
    expect((await one.reports(ALL)).reports[0]?.id).not.toBe(id);
  });

  test("the reports of an image are together, and dismissed up to the report that was seen", async () => {
    const { one, other } = await processes();
    for (const each of [barn, reef, barn, barn]) await one.report(report(each));
    const { reports, count, imageCount } = await other.reports({ offset: 0, limit: 1 });
    expect(reports).toMatchObject([barn, barn, barn]);
    expect([count, imageCount]).toEqual([4, 2]);
    expect((await other.reports({ offset: 1, limit: 1 })).reports).toMatchObject([reef]);
    await one.dismiss(reports[1]?.id ?? 0, AN_ACTOR);
    expect((await one.reports(ALL)).reports).toMatchObject([{ id: reports[0]?.id }, reef]);
  });

  test("one image has at most twenty open reports", async () => {
    const { one } = await processes();
    for (let times = 0; times < OPEN_REPORTS_MAX.ofImage; times += 1) {
      expect(await one.report(report())).toBe(true);
    }
    expect(await one.report(report())).toBe(false);
    expect(await one.report(report(reef))).toBe(true);
  });

  test("a rating deletes only the reports of its image", async () => {
    const { one } = await processes();
    await one.report(report());
    await one.report(report({ reason: "other" }));
    await one.report(report(reef));
    await one.rate(barn, "never", AN_ACTOR);
    expect((await one.reports(ALL)).reports).toMatchObject([reef]);
  });

  test("every process reads the ratings that changed since a revision", async () => {
    const { one, other } = await processes();
    expect(await other.ratings(0)).toEqual({ revision: 0, changes: [] });
    const first = await one.rate(barn, "never", AN_ACTOR);
    expect(await other.ratings(0)).toEqual({
      revision: first,
      changes: [{ source: barn.source, rating: "never" }],
    });
    const second = await one.rate(reef, "moderate", AN_ACTOR);
    expect(second).toBeGreaterThan(first);
    expect(await other.ratings(first)).toEqual({
      revision: second,
      changes: [{ source: reef.source, rating: "moderate" }],
    });
    const third = await other.rate(barn, null, AN_ACTOR);
    expect(await one.ratings(second)).toEqual({
      revision: third,
      changes: [{ source: barn.source, rating: null }],
    });
    expect(await one.ratings(third)).toEqual({ revision: third, changes: [] });
    expect(await one.rated(ALL)).toEqual({
      images: [{ ...reef, rating: "moderate", ratedAtMs: START_MS }],
      count: 1,
    });
  });

  test("the revision grows when the clock goes back, and with concurrent ratings", async () => {
    const { one, other, setTime } = await processes();
    const first = await one.rate(barn, "fine", AN_ACTOR);
    await setTime(START_MS - 60_000, { isJump: true });
    const revisions = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 === 0 ? one : other).rate(
          { ...reef, source: `https://a.example/${i}` },
          "never",
          AN_ACTOR,
        ),
      ),
    );
    expect(new Set(revisions).size).toBe(10);
    expect(Math.min(...revisions)).toBeGreaterThan(first);
    expect((await one.ratings(first)).changes).toHaveLength(10);
  });

  test("an image may have a very long URL", async () => {
    const store = await create();
    const moderation = store.open().moderation();
    const source = `https://a.example/${"long".repeat(1_500)}`;
    await moderation.report(report({ source }));
    await moderation.rate({ ...reef, source }, "never", AN_ACTOR);
    expect((await moderation.ratings(0)).changes).toEqual([{ source, rating: "never" }]);
  });

  test("a rating and a dismissal are in the audit log; a report that is gone is not", async () => {
    const state = (await create()).open();
    const moderation = state.moderation();
    const accounts = state.accounts(ACCOUNT_SETTINGS);
    await moderation.report(report({ comment: "Not to be in the log" }));
    const [{ id } = { id: 0 }] = (await moderation.reports(ALL)).reports;
    await moderation.dismiss(id, AN_ACTOR);
    await moderation.dismiss(id, AN_ACTOR);
    await moderation.rate(reef, "never", { id: "an-operator", from: "198.51.100.0/24" });
    const { events } = await accounts.audit(ALL);
    expect(events).toMatchObject([
      {
        action: "image.rated",
        subject: `image:${reef.source}`,
        details: { rating: "never" },
        actor: "an-operator",
        from: "198.51.100.0/24",
      },
      {
        action: "report.dismissed",
        subject: "image:lib:barn",
        details: { reasons: "wrong-credit", count: 1 },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain("Not to be");
    expect(await accounts.verifyAudit()).toMatchObject({ isIntact: true, count: 2 });
    expect(await moderation.ratedImage(reef.source)).toMatchObject({ ...reef, rating: "never" });
    expect(await moderation.ratedImage(barn.source)).toBeNull();
  });
});
