import { expect, onTestFinished, test, vi } from "vitest";
import { watchFieldList } from "@/components/search/form/field-list";

test("a key that is pressed while the first request is under way counts", async () => {
  document.body.innerHTML = '<form><div><input name="q"></div></form>';
  const form = document.querySelector("form") as HTMLFormElement;
  const field = form.querySelector("input") as HTMLInputElement;
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const asked: string[] = [];
  let answerFirst = () => {};
  field.focus();
  field.value = "light";
  watchFieldList(form, leaving.signal, {
    label: "Suggestions",
    announcement: String,
    async itemsFor(text) {
      asked.push(text);
      if (asked.length === 1) await new Promise<void>((resolve) => (answerFirst = resolve));
      return [{ href: "/", text: `${text}…`, facts: "" }];
    },
    isWhileTyping: true,
  });
  field.value = "lightho";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  answerFirst();
  await expect.poll(() => form.querySelector("a")?.textContent).toBe("lightho…");
  expect(asked).toEqual(["light", "lightho"]);
});

test("a request that fails is repeated once", async () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<form><div><input name="q"></div></form>';
  const form = document.querySelector("form") as HTMLFormElement;
  const field = form.querySelector("input") as HTMLInputElement;
  const leaving = new AbortController();
  onTestFinished(() => {
    leaving.abort();
    vi.useRealTimers();
  });
  let askedCount = 0;
  field.focus();
  field.value = "light";
  watchFieldList(form, leaving.signal, {
    label: "Suggestions",
    announcement: String,
    async itemsFor() {
      askedCount += 1;
      throw new Error("503");
    },
    isWhileTyping: true,
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedCount).toBe(2);
});

test("the list that the visitor has moved into stays when the next one arrives", async () => {
  document.body.innerHTML = '<form><div><input name="q"></div></form>';
  const form = document.querySelector("form") as HTMLFormElement;
  const field = form.querySelector("input") as HTMLInputElement;
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  let asked = "";
  field.focus();
  field.value = "light";
  watchFieldList(form, leaving.signal, {
    label: "Suggestions",
    announcement: String,
    async itemsFor(text) {
      asked = text;
      return [{ href: "/", text: `${text}…`, facts: "" }];
    },
    isWhileTyping: true,
  });
  await expect.poll(() => form.querySelector("a")).not.toBeNull();
  field.value = "lightho";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  await expect.poll(() => asked).toBe("lightho");
  await new Promise((turn) => setTimeout(turn));
  expect(document.activeElement?.textContent).toBe("light…");
});
