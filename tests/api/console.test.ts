import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createActivity } from "@/lib/console/activity";
import { createConsoleContents } from "@/lib/console/contents";
import { operatorForms } from "@/lib/console/operator-forms";
import { watchRatings } from "@/lib/gallery/rating-watch";
import type { AccountPrincipal } from "@/lib/platform/http";
import { createEmbeddedService, type EmbeddedService } from "@/lib/service/embedded-service";
import { openState } from "@/lib/state/open-state";
import type { State } from "@/lib/state/state";
import { createNotices } from "@/lib/web/notices";
import { ACCOUNT_SETTINGS, AN_ACTOR } from "@/tests/support/accounts/accounts";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import { ask, HERE, noticeCookieOf } from "@/tests/support/requests/ask";
import { applicationOf, TEST_VISITOR } from "@/tests/support/servers/application";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { type PaidGallery, startPaidGallery } from "@/tests/support/servers/paid-gallery";

const ALL = { offset: 0, limit: 100 };
const OPERATOR: AccountPrincipal = {
  kind: "account",
  accountId: "an-operator",
  sessionId: "a-session",
  isOperator: true,
};

const notices = createNotices({ secret: () => "a secret of the sessions", isSecure: false });

let folder: string;
let embedded: EmbeddedService;

beforeAll(async () => {
  folder = temporaryFolder();
  copyPhotographs(folder);
  mkdirSync(join(folder, "inner"));
  writeFileSync(join(folder, "empty.jpg"), "");
  writeFileSync(join(folder, "inner", "text.jpg"), "not a picture");
  writeFileSync(join(folder, "more-text.png"), "not a picture");
  embedded = createEmbeddedService({
    dataDir: temporaryFolder(),
    libraryDirs: [folder],
    publicUrl: HERE,
    demoManifest: null,
  });
  await embedded.ready();
});
afterAll(() => embedded.close());

const thumbnails = {
  sign: (source: string) => ({ path: `/thumb/of/${source}/`, widthsPx: [160, 240] as const }),
  stats: () =>
    ({
      store: { bytes: 3_000, entries: 7 },
      fetching: { running: 1, waiting: 2 },
      decoders: { running: 1, waiting: 0 },
    }) as never,
  failuresByHost: () => ({
    sinceMs: 5,
    failures: [
      { host: "slow.example", reason: "gone" as const, count: 1 },
      { host: null, reason: "too-large" as const, count: 2 },
      { host: "slow.example", reason: "slow-host" as const, count: 4 },
    ],
  }),
};

function aConsole({ paid = null, state }: { paid?: PaidGallery | null; state?: State } = {}) {
  const opened = state ?? openState({ dataDir: temporaryFolder() });
  const moderation = opened.moderation();
  const accounts = opened.accounts(ACCOUNT_SETTINGS);
  const watch = watchRatings(moderation, {
    follow: embedded.followRatings,
    onFailure: (cause) => {
      throw cause;
    },
  });
  onTestFinished(async () => {
    watch.stop();
    await activity.stop();
    if (state === undefined) await opened.close();
  });
  const activityState = opened.activity();
  const activity = createActivity({
    state: activityState,
    instance: "a-host:3000",
    thumbnails: () => ({ hits: 3, made: 1 }),
    pictureCount: async () => null,
    onFailure: (cause) => {
      throw cause;
    },
  });
  const made = createConsoleContents({
    label: () => embedded.label(),
    remoteSearch: paid,
    monthlySearches: 250,
    embedded,
    thumbnails,
    thumbnailBytesMax: 8_000,
    moderation,
    ratingWatch: watch,
    deliveries: null,
    activity: { flush: activity.flush, state: activityState },
    record: (action, subject, by) => accounts.record({ action, subject, details: {} }, by),
  });
  return { console: made, moderation, accounts, activity, ratings: watch.ratings };
}

describe("the overview", () => {
  test("of a library has no budget", async () => {
    const { console } = aConsole();
    expect(await console.overview()).toMatchObject({
      service: { kind: "library", pictureCount: 9 },
      remote: null,
      library: { isScanning: false, location: null, secondsLeft: null },
    });
  });

  test("of a remote service has its budget, the sources of answers, and why searches are paused", async () => {
    const service = await startFixtureService({ key: "a-key" });
    const state = openState({ dataDir: temporaryFolder() });
    const gallery = startPaidGallery({
      url: service.baseUrl,
      key: "a-key",
      dataDir: temporaryFolder(),
      state,
    });
    onTestFinished(async () => {
      await gallery.stop();
      await service.stop();
    });
    const { console, accounts, activity } = aConsole({ paid: gallery, state });
    await gallery.search({ q: "sea" });
    for (const from of ["service", "cache", "cache", "stale", "unanswered"] as const) {
      activity.searched(from);
    }

    const { remote } = await console.overview();
    const today = new Date().toISOString().slice(0, 10);
    expect(remote?.budget).toMatchObject({ limit: 250, used: 1 });
    expect(remote?.budget.days.at(-1)).toEqual({ day: today, searches: 1 });
    expect(remote?.budget.days[0]?.day).toBe(`${today.slice(0, 8)}01`);
    expect(remote?.answers).toEqual({ cached: 2, searched: 1, stale: 1, library: 0, failed: 1 });
    expect(remote?.breaker).toEqual({ state: "closed", code: null, retryAtMs: null });
    expect(remote?.pause).toBeNull();

    service.answerWith({ status: 402, body: { error: "No." } });
    await expect(gallery.search({ q: "barn" })).rejects.toMatchObject({
      code: "service_subscription",
    });
    expect((await console.overview()).remote?.pause).toMatchObject({
      code: "service_subscription",
    });
    await console.resume(AN_ACTOR);
    expect((await console.overview()).remote?.pause).toBeNull();
    service.answerWith({ status: 503, body: { error: "Down." } });
    for (let times = 0; times < 5; times += 1) await gallery.outcomeOf(`down ${times}`);
    const { breaker } = (await console.overview()).remote ?? {};
    expect(breaker).toMatchObject({ state: "open", code: "service_failed" });
    expect(breaker?.retryAtMs).toBeGreaterThan(Date.now());

    service.answerWith(null);
    await expect(gallery.search({ q: "barn" })).rejects.toMatchObject({ code: "service_failed" });
    await console.resume(AN_ACTOR);
    expect(await gallery.search({ q: "barn" })).toMatchObject({ from: "service" });
    const { events } = await accounts.audit(ALL);
    expect(events.map(({ action }) => action)).toEqual(["service.resumed", "service.resumed"]);
  });
});

describe("the library", () => {
  test("lists sources, and why files were skipped", async () => {
    const { console } = aConsole();
    const { sources, scan } = await console.library();
    expect(scan.isScanning).toBe(false);
    expect(sources).toMatchObject([
      { location: folder, kind: "folder", origin: "settings", pictureCount: 9, problem: null },
    ]);
    expect(sources[0]?.skipped).toEqual([
      { reason: "not a JPEG, PNG, GIF, WebP, AVIF, TIFF or SVG picture", fileCount: 2 },
      { reason: "the file is empty", fileCount: 1 },
    ]);
    const number = sources[0]?.number ?? 0;
    expect(await console.skippedFiles(number, { offset: 1, limit: 1 })).toMatchObject({
      files: [{ path: "inner/text.jpg" }],
      count: 3,
    });
  });

  test("is rescanned on request, with progress, and the audit log names the operator", async () => {
    const { console, accounts } = aConsole();
    const [source] = (await console.library()).sources;
    rmSync(join(folder, "empty.jpg"));
    expect(await console.rescan(source?.number ?? 0, AN_ACTOR)).toEqual({ location: folder });
    expect(await console.rescan(null, AN_ACTOR)).toEqual({ location: "" });
    expect((await console.library()).scan.isScanning).toBe(true);
    await expect
      .poll(async () => {
        const { sources, scan } = await console.library();
        return [sources[0]?.skipped.length, scan.isScanning];
      })
      .toEqual([1, false]);
    expect(await console.rescan(999, AN_ACTOR)).toBeNull();
    const { events } = await accounts.audit(ALL);
    expect(events.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "library.scanned library",
      `library.scanned source:${source?.number}`,
    ]);
  });
});

test("the activity has the figures of each instance, and a request by its id", async () => {
  const { console, activity } = aConsole();
  const empty = await console.activity();
  expect(empty.hour.total).toMatchObject({ requests: 0, p95Ms: null });
  expect(empty.hour.slices).toHaveLength(12);
  const id = "00000000-0000-4000-8000-000000000001";
  const request = {
    requestId: id,
    method: "GET",
    route: { path: "/", caller: "visitor", priority: "page", errorForm: "plain" },
    code: null,
    isPaid: false,
    traceId: null,
  } as const;
  for (let i = 0; i < 9; i += 1) activity.answered({ ...request, status: 200, seconds: 0.008 });
  activity.answered({ ...request, status: 503, seconds: 0.7 });
  activity.waited("page", 0.3);
  const { budget, hour, day, kinds, thumbnails, library, failures } = await console.activity();
  const figures = { requests: 10, refused: 0, failed: 1, medianMs: 10, p95Ms: 1_000 };
  expect(budget).toBeNull();
  expect(hour.total).toEqual(figures);
  expect(day.instances).toEqual([{ instance: "a-host:3000", ...figures }]);
  expect(day.slices.at(-1)).toEqual(figures);
  expect(kinds).toEqual([{ kind: "page", ...figures, waited: 1, waitP95Ms: 500 }]);
  expect(thumbnails).toEqual({ hits: 3, made: 1 });
  expect(library).toEqual({ pictureCount: 9, days: [] });
  expect(failures).toMatchObject([{ id, status: 503, instance: "a-host:3000" }]);
  expect(await console.request(id)).toMatchObject({ id, tookMs: 700 });
  expect(await console.request("' OR 1=1 --")).toBeNull();
});

test("failed thumbnails are grouped by host, the host with the most first", async () => {
  expect(await aConsole().console.thumbnails()).toEqual({
    queue: { running: 2, waiting: 2 },
    bytesUsed: 3_000,
    bytesMax: 8_000,
    count: 7,
    sinceMs: 5,
    failureCount: 7,
    failures: [
      {
        host: "slow.example",
        count: 5,
        reasons: [
          { reason: "slow-host", count: 4 },
          { reason: "gone", count: 1 },
        ],
      },
      { host: null, count: 2, reasons: [{ reason: "too-large", count: 2 }] },
    ],
  });
});

describe("a form", () => {
  const report = {
    source: "https://images.example/reef.jpg",
    name: "Reef",
    pageUrl: "https://site.example/reef",
    reason: "not-strict",
    comment: "",
  } as const;

  function forms(account: AccountPrincipal | null = OPERATOR) {
    const made = aConsole();
    const routes = operatorForms({ console: made.console, notices });
    const application = applicationOf(routes, account === null ? {} : { account });
    const send = async (path: string, fields: Record<string, string>, origin = HERE) => {
      const response = await ask(application, path, { fields, headers: { origin } });
      const notice = notices.read(noticeCookieOf(response), OPERATOR.sessionId);
      const done = notice?.kind === "done" ? [notice.what, notice.name] : [];
      return [response.status, response.headers.get("location"), ...done];
    };
    const firstReport = async () => {
      await made.moderation.report(report);
      return String((await made.console.reports(ALL)).images[0]?.reports[0].id);
    };
    return { ...made, send, firstReport };
  }

  test("rates a reported image with immediate effect, and withdraws the rating", async () => {
    const { send, firstReport, console, ratings, accounts } = forms();
    const id = await firstReport();
    expect((await console.reports(ALL)).images).toMatchObject([
      { host: "site.example", thumbnails: { path: `/thumb/of/${report.source}/` } },
    ]);
    const back = [303, "/console/reports"];
    const hidden = await send("/console/reports/rate", { report: id, rating: "never" });
    expect(hidden).toEqual([...back, "rated.never", "Reef"]);
    expect(ratings.isShown(report.source, "moderate")).toBe(false);
    expect((await console.reports(ALL)).count).toBe(0);
    expect(await console.rated(ALL)).toMatchObject({
      images: [{ source: report.source, rating: "never", host: "site.example" }],
      count: 1,
    });
    const fields = { source: report.source, rating: "none" };
    expect(await send("/console/reports/rate", fields)).toEqual([...back, "rated.none", "Reef"]);
    expect(ratings.isShown(report.source, "strict")).toBe(true);
    expect((await accounts.audit(ALL)).events).toMatchObject([
      {
        action: "image.rated",
        actor: "an-operator",
        from: TEST_VISITOR,
        details: { rating: null },
      },
      { action: "image.rated", details: { rating: "never" } },
    ]);
  });

  test("dismisses the reports of an image that the operator saw", async () => {
    const { send, firstReport, console, moderation } = forms();
    await firstReport();
    const id = await firstReport();
    const [image] = (await console.reports(ALL)).images;
    expect(image?.reports.map((each) => String(each.id))).toEqual([id, expect.any(String)]);
    expect(await send("/console/reports/dismiss", { report: id })).toEqual([
      303,
      "/console/reports",
      "reportDismissed",
      "Reef",
    ]);
    expect((await console.reports(ALL)).count).toBe(0);
    expect((await moderation.rated(ALL)).count).toBe(0);
    // Another tab may still list the report.
    const gone = [303, "/console/reports", "gone", ""];
    expect(await send("/console/reports/dismiss", { report: id })).toEqual(gone);
    expect(await send("/console/reports/rate", { report: id, rating: "fine" })).toEqual(gone);
  });

  test("scans, and resumes searches", async () => {
    const { send, console } = forms();
    const [source] = (await console.library()).sources;
    const scan = (fields: Record<string, string>) => send("/console/library/scan", fields);
    const back = [303, "/console/library"];
    expect(await scan({ source: "" })).toEqual([...back, "scanAllBegun", ""]);
    const number = String(source?.number);
    expect(await scan({ source: number })).toEqual([...back, "scanBegun", folder]);
    expect(await scan({ source: "999" })).toEqual([...back, "gone", ""]);
    // This server's own service is never paused.
    expect(await send("/console/search/resume", {})).toEqual([303, "/console", "gone", ""]);
  });

  test.each([
    ["/console/reports/rate", { report: "1" }],
    ["/console/reports/rate", { report: "1", rating: "worse" }],
    ["/console/reports/rate", { rating: "never" }],
    ["/console/reports/rate", { report: "1", source: "lib:a", rating: "never" }],
    ["/console/reports/dismiss", { report: "-1" }],
    ["/console/library/scan", { source: "all" }],
  ])("to %s that we do not have is refused: %o", async (path, fields) => {
    expect((await forms().send(path, fields as Record<string, string>))[0]).toBe(400);
  });

  test("is only for operators, and only from our own pages", async () => {
    const paths = ["reports/rate", "reports/dismiss", "library/scan", "search/resume"];
    const account = { ...OPERATOR, isOperator: false };
    for (const path of paths.map((each) => `/console/${each}`)) {
      expect((await forms(null).send(path, {}))[0]).toBe(401);
      expect((await forms(account).send(path, {}))[0]).toBe(404);
      expect((await forms().send(path, {}, "http://elsewhere.example"))[0]).toBe(403);
    }
  });
});
