import { render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { SlotSettings } from "@/components/site/slot-settings";
import { Announcer } from "@/components/ui/announcer";
import { chooseSlot, useSlots } from "@/lib/client/slots";

beforeEach(() => localStorage.clear());

const labels = () =>
  renderHook(useSlots)
    .result.current.slots.slice(4)
    .map(({ label, width, height }) => `${label} ${width} × ${height}`);

test("own slots are added, changed and removed; wrong values say why", async () => {
  const user = userEvent.setup();
  render(
    <>
      <SlotSettings />
      <Announcer />
    </>,
  );
  const fill = async (label: string, width: string, height: string) => {
    for (const [name, value] of [
      ["Name", label],
      ["Width (px)", width],
      ["Height (px)", height],
    ] as const) {
      await user.clear(screen.getByLabelText(name));
      if (value !== "") await user.type(screen.getByLabelText(name), value);
    }
    await user.keyboard("{Enter}");
  };
  await fill("", "0", "20001");
  expect(screen.getByText("Enter a name.")).toBeVisible();
  expect(screen.getAllByText("Enter a whole number from 1 to 10000.")).toHaveLength(2);
  expect(screen.getByLabelText("Name")).toHaveFocus();
  expect(screen.getByLabelText("Width (px)")).toHaveAccessibleDescription(/whole number/);
  expect(labels()).toEqual([]);

  await fill("Newsletter", "600", "300");
  expect(labels()).toEqual(["Newsletter 600 × 300"]);
  expect(screen.getByRole("status")).toHaveTextContent("Newsletter is saved");
  await fill("Hero", "100", "100");
  expect(screen.getByText("Another slot has this name.")).toBeVisible();
  await fill("Bühne, groß", "1920", "800");
  expect(labels()).toEqual(["Newsletter 600 × 300", "Bühne, groß 1920 × 800"]);

  await user.click(screen.getByRole("button", { name: "Edit Newsletter" }));
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveFocus());
  expect(screen.getByLabelText("Width (px)")).toHaveValue("600");
  await fill("Newsletter", "640", "320");
  expect(labels()).toEqual(["Newsletter 640 × 320", "Bühne, groß 1920 × 800"]);

  chooseSlot("own-newsletter");
  expect(renderHook(useSlots).result.current.slot?.width).toBe(640);
  await user.click(screen.getByRole("button", { name: "Edit Newsletter" }));
  await fill("会报", "640", "320");
  // The chosen slot stays chosen under its new name.
  expect(renderHook(useSlots).result.current.slot?.label).toBe("会报");
  await fill("封面", "900", "600");
  expect(labels()).toEqual(["会报 640 × 320", "Bühne, groß 1920 × 800", "封面 900 × 600"]);
  await user.click(screen.getByRole("button", { name: "Remove 封面" }));
  await user.click(screen.getByRole("button", { name: "Remove 会报" }));
  expect(labels()).toEqual(["Bühne, groß 1920 × 800"]);
  expect(renderHook(useSlots).result.current.slot).toBeNull();
});

test("a damaged setting is no slot", () => {
  localStorage.setItem(
    "vitrine.slots",
    '[{"name":"x","label":"X","width":-1,"height":2}, 7, null]',
  );
  expect(labels()).toEqual([]);
  localStorage.setItem("vitrine.slots", "{");
  expect(labels()).toEqual([]);
});
