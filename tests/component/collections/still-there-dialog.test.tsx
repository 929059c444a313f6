import { render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { StillThereDialog } from "@/components/collections/still-there-dialog";
import type { SavedImage } from "@/lib/contract/picked-image";
import {
  type ImageState,
  STILL_THERE_URL,
  type StillThereRequest,
} from "@/lib/contract/still-there";
import { aSavedImage } from "@/tests/support/pictures/an-image";
import { anImage } from "../support/on-search-page";

afterEach(() => vi.unstubAllGlobals());

const VALIDATORS = { etag: '"a"', lastModified: null, sizeBytes: 10 };
const THERE: ImageState = { state: "there", movedTo: null, validators: VALIDATORS };

const saved = (id: string, over: Partial<SavedImage> = {}) =>
  aSavedImage(id, {
    ...anImage({ id, name: id, imageUrl: `https://a.example/${id}.jpg` }),
    ...over,
  });

// The browser's own, taken before a test replaces it.
const browserFetch = window.fetch.bind(window);

/** Simulates a server that answers by the image's URL; for null, the request fails. */
function serve(
  stateOf: (imageUrl: string) => ImageState | null | "fail",
  thumbnail: (url: string) => Response | Promise<Response> = browserFetch,
) {
  const requests: StillThereRequest[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    if (url.startsWith("/thumb/")) return thumbnail(url);
    if (url !== STILL_THERE_URL) return new Response(null, { status: 503 });
    const request = JSON.parse(body) as StillThereRequest;
    requests.push(request);
    const states = request.images.map(({ imageUrl }) => stateOf(imageUrl));
    if (states.includes("fail")) return new Response(null, { status: 500 });
    return Response.json({ images: states });
  });
  return requests;
}

const nothing = () => {};

test("missing images are listed, and the hosts' answers are saved", async () => {
  const old = { ...THERE, at: "2026-01-01T00:00:00.000Z" };
  const states: Record<string, ImageState | null> = {
    "https://a.example/one.jpg": THERE,
    "https://a.example/two.jpg": { state: "gone", movedTo: null, validators: null },
    "https://a.example/three.jpg": {
      state: "moved",
      movedTo: "https://b.example/3.jpg",
      validators: VALIDATORS,
    },
    "https://a.example/four.jpg": null,
  };
  const requests = serve((url) => states[url] ?? null);
  const onChecked = vi.fn();
  const images = [saved("one"), saved("two", { check: old }), saved("three"), saved("four")];
  render(<StillThereDialog images={images} onChecked={onChecked} onClose={nothing} />);

  await screen.findByText("1 image is still there.");
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toEqual([
    "twoGoneOpen source page",
    "threeMovedOpen the new URLOpen source page",
    "fourCan’t be checkedOpen source page",
  ]);
  const link = within(screen.getAllByRole("listitem")[1] as HTMLElement).getByText(/new URL/);
  expect(link).toHaveAttribute("href", "https://b.example/3.jpg");
  expect(requests[0]?.images[1]).toMatchObject({
    proofs: expect.arrayContaining(["ref-two"]),
    validators: VALIDATORS,
  });
  const [changes] = onChecked.mock.calls[0] as [Map<string, { check: ImageState }>];
  expect([...changes.keys()]).toEqual(["one", "two", "three"]);
  // Keeps the validators from when the host still had the image, for the next comparison.
  expect(changes.get("two")?.check).toMatchObject({ state: "gone", validators: VALIDATORS });
});

test("a replaced picture counts as changed, whatever its host says", async () => {
  serve(() => THERE);
  const onChecked = vi.fn();
  // The picture is now of one colour.
  const plain = "0".repeat(144);
  const images = [saved("one", { pictureHash: "01".repeat(72) }), saved("two")];
  render(<StillThereDialog images={images} onChecked={onChecked} onClose={nothing} />);
  await screen.findByText("1 image is still there.");
  expect(screen.getByRole("listitem")).toHaveTextContent("oneChanged");
  const [changes] = onChecked.mock.calls[0] as [Map<string, unknown>];
  expect([...changes]).toEqual([
    ["one", { check: expect.objectContaining({ state: "changed", validators: VALIDATORS }) }],
    ["two", { check: expect.objectContaining({ state: "there" }), pictureHash: plain }],
  ]);
});

test("thousands are checked in batches, until a request fails", async () => {
  const requests = serve((url) => (url.endsWith("/image-45.jpg") ? "fail" : THERE));
  const images = Array.from({ length: 70 }, (_, n) => saved(`image-${n}`));
  render(<StillThereDialog images={images} onChecked={nothing} onClose={nothing} />);
  await screen.findByText(/stopped after 40 of 70/);
  expect(requests.map((request) => request.images.length)).toEqual([20, 20, 20]);
  expect(screen.getByText("40 images are still there.")).toBeVisible();
});

test("it says how many images it could not compare, because the server makes no more thumbnails", async () => {
  serve(
    () => THERE,
    () => new Response(null, { status: 429 }),
  );
  const images = [saved("one"), saved("two"), saved("three", { thumbnails: null })];
  render(<StillThereDialog images={images} onChecked={nothing} onClose={nothing} />);
  await screen.findByText("3 images are still there.");
  expect(screen.getByText(/^2 of them weren’t compared with the saved picture/)).toBeVisible();
});

test("closing the dialog ends the requests", async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const { unmount } = render(
    <StillThereDialog images={[saved("one")]} onChecked={nothing} onClose={nothing} />,
  );
  await waitFor(() => expect(signals).toHaveLength(1));
  expect(screen.getByRole("progressbar")).toBeVisible();
  unmount();
  expect(signals[0]?.aborted).toBe(true);
});
