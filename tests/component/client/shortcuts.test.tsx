import { beforeEach, expect, test, vi } from "vitest";
import { onPageKey } from "@/lib/client/page-keys";
import { readShortcut, SHORTCUTS, type ShortcutScope } from "@/lib/client/shortcuts";

const press = (
  init: KeyboardEventInit,
  scope: ShortcutScope,
  { on = document.body as Element, dialog = null as Element | null } = {},
) => {
  const event = new KeyboardEvent("keydown", { bubbles: true, ...init });
  on.dispatchEvent(event);
  return readShortcut(event, scope, dialog);
};

beforeEach(() => {
  document.body.innerHTML = '<input type="search"><input type="checkbox"><textarea></textarea>';
  document.dir = "ltr";
});

test("each key means one thing in a scope", () => {
  for (const scope of ["page", "grid", "lightbox"] as const) {
    const keys = SHORTCUTS.filter(
      (each) => "key" in each && (each.scopes as readonly string[]).includes(scope),
    ).map((each) => JSON.stringify({ ...each, action: "", shown: "", scopes: "" }));
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test.each([
  [{ key: "/" }, "page", "search"],
  [{ key: "/", shiftKey: true }, "page", "search"],
  [{ key: "?", shiftKey: true }, "page", "help"],
  [{ key: "k", ctrlKey: true }, "page", "searchAlways"],
  [{ key: "K", metaKey: true }, "page", "searchAlways"],
  [{ key: "x" }, "grid", "select"],
  [{ key: "X", shiftKey: true }, "grid", "selectRange"],
  [{ key: "D", shiftKey: true }, "lightbox", "download"],
  [{ key: "D", shiftKey: true }, "grid", "export"],
  [{ key: "d" }, "lightbox", null],
  [{ key: "x" }, "page", null],
  [{ key: "x", altKey: true }, "grid", null],
  [{ key: "x", repeat: true }, "grid", null],
  [{ key: "ArrowLeft", repeat: true }, "lightbox", "previous"],
  [{ key: "i" }, "grid", null],
] as const)("%j in the scope %s is %s", (init, scope, action) => {
  expect(press(init, scope)).toBe(action);
});

test("arrows are mirrored in right-to-left text", () => {
  document.dir = "rtl";
  expect(press({ key: "ArrowLeft" }, "lightbox")).toBe("next");
  expect(press({ key: "ArrowRight" }, "lightbox")).toBe("previous");
});

test("in a text field only Ctrl+K works, and the arrow from the search field to the results", () => {
  const [search, box] = document.querySelectorAll("input");
  const area = document.querySelector("textarea") as Element;
  expect(press({ key: "?" }, "page", { on: area })).toBeNull();
  expect(press({ key: "k", ctrlKey: true }, "page", { on: area })).toBe("searchAlways");
  expect(press({ key: "a", ctrlKey: true }, "grid", { on: area })).toBeNull();
  expect(press({ key: "ArrowDown" }, "page", { on: search as Element })).toBe("results");
  expect(press({ key: "x" }, "grid", { on: box as Element })).toBe("select");
});

test("a dialog's own shortcuts work while no other is open", () => {
  document.body.innerHTML = "<dialog open></dialog>";
  const [dialog] = document.querySelectorAll("dialog");
  expect(press({ key: "/" }, "page")).toBeNull();
  expect(press({ key: "x" }, "lightbox", { dialog: dialog as Element })).toBe("select");
  document.body.append(Object.assign(document.createElement("dialog"), { open: true }));
  expect(press({ key: "x" }, "lightbox", { dialog: dialog as Element })).toBeNull();
});

test("over the lightbox the list of shortcuts opens, and the search field stays out of reach", () => {
  document.body.innerHTML = '<input type="search"><dialog open aria-modal="true"></dialog>';
  const openHelp = vi.fn();
  onPageKey(new KeyboardEvent("keydown", { key: "/" }), openHelp);
  expect(document.querySelector("input")).not.toHaveFocus();
  onPageKey(new KeyboardEvent("keydown", { key: "?" }), openHelp);
  expect(openHelp).toHaveBeenCalledOnce();
});
