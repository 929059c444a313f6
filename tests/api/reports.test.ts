import { describe, expect, onTestFinished, test } from "vitest";
import { reportEndpoint } from "@/lib/gallery/report-endpoint";
import type { ModerationState } from "@/lib/state/moderation-state";
import { openState } from "@/lib/state/open-state";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";

const BARN = { name: "", fileName: "barn.jpg", hostUrl: null };
const THUMBNAILS: Record<string, string> = {
  "/thumb/own": "lib:barn@1-2",
  "/thumb/remote": "https://images.example/reef.jpg",
};
const ALL = { offset: 0, limit: 100 };

function aGallery(moderation?: Pick<ModerationState, "report">) {
  const state = openState({ dataDir: temporaryFolder() });
  onTestFinished(() => state.close());
  const kept = state.moderation();
  const application = applicationOf([
    reportEndpoint({
      moderation: moderation ?? kept,
      libraryPicture: async (id) => (id === "barn" ? BARN : null),
      sourceOfThumbnail: (path) => THUMBNAILS[path] ?? null,
    }),
  ]);
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(application, "/api/reports", { fields, headers });
  return { kept, send };
}

const JSON_FORM = { accept: "application/json" };

describe("a report", () => {
  test("of a remote image stores what the visitor saw, as one line of text", async () => {
    const { kept, send } = aGallery();
    const response = await send(
      {
        image: "/thumb/remote",
        reason: "wrong-credit",
        comment: `  By \u202eÅse\n\0 <b>${"x".repeat(600)}`,
        name: "Reef",
        page: "https://site.example/reef",
      },
      JSON_FORM,
    );
    expect([response.status, await response.text()]).toEqual([204, ""]);
    const { reports } = await kept.reports(ALL);
    expect(reports).toMatchObject([
      {
        source: "https://images.example/reef.jpg",
        name: "Reef",
        pageUrl: "https://site.example/reef",
        reason: "wrong-credit",
      },
    ]);
    expect(reports[0]?.comment).toMatch(/^By Åse <b>x+$/);
    expect(reports[0]?.comment).toHaveLength(500);
  });

  test("of a library picture has the library's name for it, whatever was sent", async () => {
    const { kept, send } = aGallery();
    for (const image of ["/thumb/own", "/library/barn/original"]) {
      const fields = { image, reason: "rights", name: "Forged", page: "https://evil.example/" };
      expect((await send(fields, JSON_FORM)).status).toBe(204);
    }
    const barn = { source: "lib:barn", name: "barn.jpg", pageUrl: "/library/barn", comment: "" };
    expect((await kept.reports(ALL)).reports).toMatchObject([barn, barn]);
  });

  test("from a picture's page returns to that page with its search, without a script", async () => {
    const { send } = aGallery();
    const image = "/library/barn/original";
    const back = async (fields: Record<string, string>) => {
      const response = await send({ image, ...fields });
      return [response.status, response.headers.get("location")];
    };
    expect(await back({ reason: "other" })).toEqual([303, "/library/barn#reported"]);
    expect(await back({ reason: "other", search: "q=red+barn&count=10" })).toEqual([
      303,
      "/library/barn?q=red+barn&count=10#reported",
    ]);
    expect(await back({ reason: "other", search: "//evil.example" })).toEqual([
      303,
      "/library/barn#reported",
    ]);
    expect(await back({})).toEqual([303, "/library/barn#report-failed"]);
  });

  test.each([
    { image: "/thumb/forged", reason: "other" },
    { image: "https://images.example/reef.jpg", reason: "other" },
    { image: "/library/absent/original", reason: "other" },
    { image: "/library/../original", reason: "other" },
    { image: "/thumb/remote", reason: "no-reason" },
    { reason: "other" },
  ])(
    "of an image that this server did not show, or without a reason, is refused: %o",
    async (fields) => {
      const { kept, send } = aGallery();
      const response = await send(fields as Record<string, string>, JSON_FORM);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: { code: "report_invalid" } },
      ]);
      expect((await kept.reports(ALL)).count).toBe(0);
    },
  );

  test.each([
    { origin: "http://elsewhere.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("of another site's page is refused: %o", async (headers) => {
    const { kept, send } = aGallery();
    const response = await send({ image: "/thumb/own", reason: "other" }, headers as never);
    expect(response.status).toBe(403);
    expect((await kept.reports(ALL)).count).toBe(0);
  });

  test("too many in ten minutes are refused, with a time to retry", async () => {
    const { kept, send } = aGallery();
    const statuses: number[] = [];
    for (let times = 0; times < 12; times += 1) {
      const response = await send({ image: "/thumb/own", reason: "other" }, JSON_FORM);
      statuses.push(response.status);
      if (response.status === 429) {
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(500);
      }
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429]);
    expect((await kept.reports(ALL)).count).toBe(10);
  });

  test("is not confirmed while the store fails", async () => {
    const { send } = aGallery({ report: () => Promise.reject(new Error("the disk is gone")) });
    const fields = { image: "/library/barn/original", reason: "other" };
    expect((await send(fields, JSON_FORM)).status).toBe(500);
    expect((await send(fields)).headers.get("location")).toBe("/library/barn#report-failed");
  });
});
