import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { CollectionsPage } from "@/components/collections/collections-page";
import { createCollection } from "@/lib/client/collections/collection-store";

test("a collection is renamed and deleted in the list, and undo restores it", async () => {
  const user = userEvent.setup();
  await createCollection("Coast");
  await createCollection("Other");
  render(<CollectionsPage />);
  const choose = async (name: string, item: string) => {
    await user.click(await screen.findByRole("button", { name: `Options: ${name}` }));
    await user.click(screen.getByRole("menuitem", { name: item, hidden: true }));
  };
  await choose("Coast", "Rename");
  const dialog = await screen.findByRole("dialog");
  await user.clear(within(dialog).getByRole("textbox"));
  await user.type(within(dialog).getByRole("textbox"), "Harbour{Enter}");
  expect(await screen.findByRole("link", { name: /^Harbour/ })).toBeVisible();
  await choose("Harbour", "Delete collection");
  await waitFor(() => expect(screen.queryByRole("link", { name: /^Harbour/ })).toBeNull());
  expect(screen.getByText("Deleted “Harbour”")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("link", { name: /^Harbour/ })).toBeVisible();
});
