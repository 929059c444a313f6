import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { RenewViewedThumbnails } from "@/components/collections/renew-thumbnails";
import type { StoredImage } from "@/lib/contract/collection";
import { anImage, aSavedImage } from "@/tests/support/pictures/an-image";
import { SearchParamsContext } from "../support/next-navigation";

test("expired thumbnails around the viewed image are renewed, without the grid's tiles", () => {
  const fresh = { path: "/thumb/k/99999999/", widthsPx: [240] };
  const expired = { path: "/thumb/k/1/", widthsPx: [240] };
  const shown = Array.from({ length: 60 }, (_, i) =>
    aSavedImage(`${i}`, anImage({ id: `${i}`, thumbnails: i === 31 ? fresh : expired })),
  ) as StoredImage[];
  const refresh = vi.fn();
  const view = (query: string) => (
    <SearchParamsContext value={new URLSearchParams(query)}>
      <RenewViewedThumbnails shown={shown} refresh={refresh} />
    </SearchParamsContext>
  );
  history.replaceState(null, "", "?");
  const { rerender } = render(view(""));
  expect(refresh).not.toHaveBeenCalled();
  history.replaceState(null, "", "?image=30");
  rerender(view("image=30"));
  const asked = refresh.mock.calls.map(([image]) => Number(image.id));
  expect([asked[0], asked.at(-1), asked.includes(30), asked.includes(31)]).toEqual([
    10,
    50,
    true,
    false,
  ]);
  history.replaceState(null, "", "?");
});
