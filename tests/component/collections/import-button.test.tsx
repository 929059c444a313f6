import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ImportButton } from "@/components/collections/import-button";
import { IMPORTED_BYTES_MAX } from "@/lib/core/exports/read-manifest";

test("a file that is too large is refused before it is read", async () => {
  const user = userEvent.setup();
  render(<ImportButton />);
  const file = new File(["{}"], "coast.json", { type: "application/json" });
  const read = vi.spyOn(file, "text");
  // Replaces a file of so many bytes.
  const size = vi.spyOn(file, "size", "get").mockReturnValue(IMPORTED_BYTES_MAX + 1);
  await user.upload(screen.getByLabelText("Import JSON", { selector: "input" }), file);
  expect(await screen.findByRole("alert")).toHaveTextContent(/larger than 100 MB/);
  expect(read).not.toHaveBeenCalled();

  size.mockReturnValue(IMPORTED_BYTES_MAX);
  await user.upload(screen.getByLabelText("Import JSON", { selector: "input" }), file);
  await waitFor(() => expect(read).toHaveBeenCalledOnce());
});

test("a file with which the system opens the app is read", async () => {
  let open: (launched: { files: FileSystemFileHandle[] }) => void = () => {};
  vi.stubGlobal("launchQueue", { setConsumer: (act: typeof open) => (open = act) });
  render(<ImportButton />);
  const file = new File(["not a collection"], "coast.json");
  open({ files: [{ getFile: async () => file } as FileSystemFileHandle] });
  expect(await screen.findByRole("alert")).toHaveTextContent(/no images that Vitrine can read/);
});
