import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useRef, useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { DialogHost, openDialog } from "@/components/image-dialogs/dialog-host";
import { Dialog } from "@/components/ui/dialog";
import { Toasts } from "@/components/ui/toast";

type GreetingProps = { name: string; onClose: () => void };

function Greeting({ name, onClose }: GreetingProps) {
  return (
    <Dialog title={`Hello ${name}`} closeLabel="Close" onClose={onClose}>
      <p>Welcome.</p>
    </Dialog>
  );
}

function Named({ onClose }: GreetingProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Dialog title="Name" closeLabel="Close" onClose={onClose}>
      <input aria-label="Name" ref={field} />
    </Dialog>
  );
}

function Reading({ name, onClose }: GreetingProps) {
  return (
    <Dialog title={name} closeLabel="Close" isBusy onClose={onClose}>
      <p>Reading…</p>
    </Dialog>
  );
}

/** Adds the keys that reach the document to `pressed`. Returns a function that ends that. */
function listenTo(pressed: string[]): () => void {
  const listener = ({ key }: KeyboardEvent) => pressed.push(key);
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/** A page with two buttons that open a dialog; the second one then leaves the page. */
function Page({ load }: { load: () => Promise<typeof Greeting> }) {
  const [isGone, setIsGone] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => openDialog(load, { name: "Ada" })}>
        Greet
      </button>
      {!isGone && (
        <button
          type="button"
          onClick={() => {
            openDialog(load, { name: "Eve" });
            setIsGone(true);
          }}
        >
          Greet and go
        </button>
      )}
      <Toasts />
      <DialogHost />
    </main>
  );
}

test("a dialog that cannot be loaded is reported, a second try opens it, and the focus returns", async () => {
  const user = userEvent.setup();
  let isOffline = true;
  render(
    <Page
      load={async () => {
        if (isOffline) throw new Error("offline");
        return Greeting;
      }}
    />,
  );
  const opener = screen.getByRole("button", { name: "Greet" });
  await user.click(opener);
  await screen.findByText(/couldn’t load. Check your connection/);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  isOffline = false;
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("dialog", { name: "Hello Ada" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(opener).toHaveFocus());
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what is typed while a dialog loads is written in its field, and runs no shortcut", async () => {
  const user = userEvent.setup();
  let finish = (_: typeof Greeting) => {};
  const loaded = new Promise<typeof Greeting>((resolve) => {
    finish = resolve;
  });
  const pressed: string[] = [];
  render(<Page load={() => loaded} />);
  onTestFinished(listenTo(pressed));
  await user.click(screen.getByRole("button", { name: "Greet" }));
  await user.keyboard("Tower book");
  finish(Named);
  expect(await screen.findByRole("textbox")).toHaveValue("Tower book");
  await user.keyboard("s");
  expect(screen.getByRole("textbox")).toHaveValue("Tower books");
  expect(pressed).toEqual(["s"]);
});

test("Enter does not close a dialog that is still reading; its button does", async () => {
  const user = userEvent.setup();
  render(<Page load={async () => Reading} />);
  await user.click(screen.getByRole("button", { name: "Greet" }));
  const close = await screen.findByRole("button", { name: "Close" });
  expect(close).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("dialog", { name: "Ada" })).toBeVisible();
  await user.click(close);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("if the opener has gone, the page gets the focus, not the body", async () => {
  const user = userEvent.setup();
  render(<Page load={async () => Greeting} />);
  await user.click(screen.getByRole("button", { name: "Greet and go" }));
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

test("of two dialogs asked for, the later one opens, whatever loads first", async () => {
  let loadFirst = () => {};
  render(<Page load={async () => Greeting} />);
  const slow = new Promise<typeof Greeting>((resolve) => {
    loadFirst = () => resolve(Greeting);
  });
  await act(async () => {
    openDialog(() => slow, { name: "Ada" });
    openDialog(async () => Greeting, { name: "Grace" });
  });
  await act(async () => loadFirst());
  expect(screen.getByRole("dialog", { name: "Hello Grace" })).toBeVisible();
});

test("a host that comes later shows a dialog that was asked for before it", async () => {
  await act(async () => openDialog(async () => Greeting, { name: "Ada" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  render(<DialogHost />);
  expect(await screen.findByRole("dialog", { name: "Hello Ada" })).toBeVisible();
});
