import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { ReportForm } from "@/components/tile/report-form";
import type { Image } from "@/lib/contract/search-answer";
import { anImage } from "../support/on-search-page";

function renderForm(over: Partial<Image>, status: number) {
  const send = vi.fn(async (_url: string, _init: RequestInit) => new Response(null, { status }));
  vi.stubGlobal("fetch", send);
  onTestFinished(() => void vi.unstubAllGlobals());
  render(<ReportForm image={anImage(over)} />);
  return send;
}

async function report() {
  await userEvent.click(screen.getByRole("radio", { name: "Wrong credit" }));
  await userEvent.type(screen.getByLabelText("Comment (optional)"), "By Åse");
  await userEvent.click(screen.getByRole("button", { name: "Send report" }));
}

test("sends the image as it is shown, and moves the focus to the confirmation", async () => {
  const thumbnails = { path: "/thumb/signed/", widthsPx: [240, 320] };
  const hostUrl = "http://farm.example/barn";
  const send = renderForm({ thumbnails, hostUrl, name: "Red barn" }, 204);
  expect(screen.getByRole("radio", { name: "Not safe for strict search" })).toHaveFocus();
  await report();
  const [url, init] = send.mock.calls[0] ?? [];
  expect(url).toBe("/api/reports");
  expect(init?.headers).toEqual({ accept: "application/json" });
  expect(Object.fromEntries(init?.body as URLSearchParams)).toEqual({
    image: "/thumb/signed/240",
    reason: "wrong-credit",
    comment: "By Åse",
    name: "Red barn",
    page: hostUrl,
  });
  const sent = screen.getByText("Reported. The operator of this server will review it.");
  expect(sent).toHaveFocus();
  expect(screen.queryByRole("button")).toBeNull();
});

test("an image without a thumbnail is named by its own URL", async () => {
  const send = renderForm({ thumbnails: null, imageUrl: "/library/one/original" }, 204);
  await report();
  const body = send.mock.calls[0]?.[1].body as URLSearchParams;
  expect(body.get("image")).toBe("/library/one/original");
});

test("a report that could not be sent keeps its text and can be sent again", async () => {
  const send = renderForm({}, 503);
  await report();
  expect(screen.getByText("Couldn’t send the report. Try again later.")).toBeVisible();
  expect(screen.getByLabelText("Comment (optional)")).toHaveValue("By Åse");
  await userEvent.click(screen.getByRole("button", { name: "Send report" }));
  expect(send).toHaveBeenCalledTimes(2);
});
