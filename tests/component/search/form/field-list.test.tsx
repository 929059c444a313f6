import { expect, onTestFinished, test, vi } from "vitest";
import { watchFieldList } from "@/components/search/form/field-list";

/** Watches a focused field with the text "light", whose list asks `answer` for each text. */
function watchField(answer: (text: string) => void | Promise<void>) {
  document.body.innerHTML = '<form><div><input name="q"></div></form>';
  const form = document.querySelector("form") as HTMLFormElement;
  const field = form.querySelector("input") as HTMLInputElement;
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const asked: string[] = [];
  field.focus();
  field.value = "light";
  watchFieldList(form, leaving.signal, {
    label: "Suggestions",
    announcement: String,
    async itemsFor(text) {
      asked.push(text);
      await answer(text);
      return [{ href: "/", text: `${text}…`, facts: "" }];
    },
    isWhileTyping: true,
  });
  const type = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return { asked, field, type, shown: () => form.querySelector("a")?.textContent };
}

test("a key that is pressed while the first request is under way counts", async () => {
  let answerFirst = () => {};
  const { asked, type, shown } = watchField((text) => {
    if (text === "light") return new Promise<void>((resolve) => (answerFirst = resolve));
  });
  type("lightho");
  answerFirst();
  await expect.poll(shown).toBe("lightho…");
  expect(asked).toEqual(["light", "lightho"]);
});

test("a request that fails is repeated once", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { asked } = watchField(() => {
    throw new Error("503");
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
});

test("the list that the visitor has moved into stays when the next one arrives", async () => {
  const { asked, field, type, shown } = watchField(() => {});
  await expect.poll(shown).toBe("light…");
  type("lightho");
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  await expect.poll(() => asked.at(-1)).toBe("lightho");
  await new Promise((turn) => setTimeout(turn));
  expect(document.activeElement?.textContent).toBe("light…");
});
