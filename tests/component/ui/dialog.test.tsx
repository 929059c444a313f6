import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent as keyboard } from "vitest/browser";
import { Dialog } from "@/components/ui/dialog";

const question = { text: "Your text isn’t used yet.", close: "Discard text", stay: "Keep editing" };

function Page() {
  const [isOpen, setIsOpen] = useState(true);
  const [text, setText] = useState("");
  if (!isOpen) return <p>Closed</p>;
  return (
    <Dialog
      title="Note"
      closeLabel="Close"
      question={text === "" ? null : question}
      onClose={() => setIsOpen(false)}
    >
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
    </Dialog>
  );
}

const isLeavingRefused = () =>
  !dispatchEvent(new Event("beforeunload", { cancelable: true }) as BeforeUnloadEvent);

test("a dialog whose closing loses nothing closes at once", async () => {
  render(<Page />);
  expect(isLeavingRefused()).toBe(false);
  await keyboard.keyboard("{Escape}");
  expect(await screen.findByText("Closed")).toBeVisible();
});

test("with a typed text, Esc and × ask first, however often; the browser asks too", async () => {
  const user = userEvent.setup();
  render(<Page />);
  const field = screen.getByRole("textbox", { name: "Text" });
  await user.type(field, "A note");
  expect(isLeavingRefused()).toBe(true);

  await keyboard.keyboard("{Escape}");
  expect(await screen.findByRole("alert")).toHaveTextContent(question.text);
  expect(screen.getByRole("button", { name: "Keep editing" })).toHaveFocus();
  await keyboard.keyboard("{Escape}{Escape}{Escape}");
  expect(screen.getByRole("dialog", { name: "Note" })).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field).toHaveFocus();
  expect(field).toHaveValue("A note");

  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "Discard text" }));
  expect(await screen.findByText("Closed")).toBeVisible();
  expect(isLeavingRefused()).toBe(false);
});
