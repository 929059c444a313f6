import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { InputSource } from "./driver";
import type { Engine } from "./launch";

/** WebDriver's codes of keys that write no character. */
const KEYS: Readonly<Record<string, string>> = {
  Alt: "\uE00A",
  ArrowDown: "\uE015",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  Backspace: "\uE003",
  Control: "\uE009",
  Delete: "\uE017",
  End: "\uE010",
  Enter: "\uE007",
  Escape: "\uE00C",
  Shift: "\uE008",
  Tab: "\uE004",
};

/** Longer than anything takes on a busy machine; a journey waits for states only. */
const STATE_MS = 60_000;

type Name = string | RegExp;
type Point = { x: number; y: number };
type Wanted = { css: string; text: string | null; pattern: string | null; index: number };

declare global {
  interface Window {
    /** Errors of the page since it was ready. */
    problems?: string[];
  }
}

/**
 * A person at a browser: what journeys do and see, in every engine. An element is named by a CSS
 * selector and by its accessible name, whole or as a pattern.
 */
export class Visitor {
  readonly #engine: Engine;
  readonly origin: string;

  constructor(engine: Engine, origin: string) {
    this.#engine = engine;
    this.origin = origin;
  }

  /** Opens a URL of any origin, without waiting for scripts. */
  async goTo(url: string): Promise<void> {
    await this.#engine.driver.goTo(url);
  }

  /** Waits until the page has a URL; needs no scripts. */
  async untilAt(url: RegExp): Promise<void> {
    await this.#until(async () => url.test(await this.#engine.driver.url()), `at ${url}`);
  }

  get engine() {
    return this.#engine.name;
  }

  /** Opens a page of the installation, and waits until it can be used. */
  async open(path: string): Promise<void> {
    await this.#engine.driver.goTo(new URL(path, this.origin).href);
    await this.untilReady();
  }

  /** Waits until the page is at a path with its query string, and can be used. */
  async arrives(at: Name): Promise<void> {
    const isThere = (url: string) => (typeof at === "string" ? url === at : at.test(url));
    await this.#until(
      async () => isThere(await this.read(() => location.pathname + location.search)),
      `at ${at}`,
    );
    await this.untilReady();
  }

  /** Goes back in the history. */
  async back(): Promise<void> {
    // Firefox's own command does not return from a page in the back/forward cache.
    await this.read(() => {
      setTimeout(() => history.back());
    });
  }

  /** Waits until the page says that its tools have loaded (lib/client/on-idle-or-interaction.ts). */
  async untilReady(): Promise<void> {
    await this.#until(
      () =>
        this.read(() => {
          const hasScripts = [...document.scripts].some(({ src }) => src.includes("/_next/"));
          const isReady = !hasScripts || document.documentElement.dataset.ready !== undefined;
          if (document.readyState !== "complete" || !isReady) return false;
          if (window.problems === undefined) {
            const problems: string[] = [];
            window.problems = problems;
            addEventListener("error", ({ message }) => problems.push(message));
            addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
            addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile }) =>
              problems.push(`${violatedDirective} ${sourceFile}`),
            );
          }
          return true;
        }),
      "ready",
    );
  }

  /** Runs a function in the page. */
  read<Out>(act: () => Out | Promise<Out>): Promise<Out>;
  read<In, Out>(act: (input: In) => Out | Promise<Out>, input: In): Promise<Out>;
  read(act: (input: unknown) => unknown, input?: unknown): Promise<unknown> {
    return this.#engine.driver.run(act, input);
  }

  /** Waits until a text is visible. */
  async sees(text: Name): Promise<void> {
    await this.#until(async () => isIn(text, await this.#text()), `seen: ${text}`);
  }

  /** Waits until a text is no longer visible. */
  async seesNoMore(text: Name): Promise<void> {
    await this.#until(async () => !isIn(text, await this.#text()), `no more: ${text}`);
  }

  #text(): Promise<string> {
    return this.read(
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
      () => (document.querySelector<HTMLElement>("dialog[open]") ?? document.body).innerText,
    );
  }

  /** Waits for an element that a person could press, scrolls to it, and returns its centre. */
  async place(css: string, name: Name | null = null, index = 0): Promise<Point> {
    const wanted: Wanted = {
      css,
      text: typeof name === "string" ? name : null,
      pattern: name instanceof RegExp ? name.source : null,
      index,
    };
    let point: Point | null = null;
    await this.#until(
      async () => {
        point = await this.read(pressablePoint, wanted);
        return point !== null;
      },
      `${css} ${name ?? ""}`,
    );
    return point as unknown as Point;
  }

  async click(css: string, name: Name | null = null, index = 0): Promise<void> {
    await this.clickAt(await this.place(css, name, index));
  }

  async clickAt(point: Point): Promise<void> {
    await this.drag([point]);
  }

  /** Presses the mouse at the first point, and releases it at the last one, without a pause. */
  async drag([from, ...others]: readonly [Point, ...Point[]]): Promise<void> {
    await this.#perform("pointer", [
      moveTo(from),
      { type: "pointerDown", button: 0 },
      ...others.map(moveTo),
      { type: "pointerUp", button: 0 },
    ]);
  }

  /** Waits for an element, and gives it the focus. */
  async focus(css: string): Promise<void> {
    const isFocused = (wanted: string) => {
      const element = document.querySelector<HTMLElement>(wanted);
      element?.focus();
      return element !== null && document.activeElement === element;
    };
    await this.#until(() => this.read(isFocused, css), `focused: ${css}`);
  }

  async hover(css: string, name: Name | null = null, index = 0): Promise<void> {
    await this.#perform("pointer", [moveTo(await this.place(css, name, index))]);
  }

  /** Presses a key, such as "Enter" or "Control+z". */
  async press(key: string): Promise<void> {
    const values = key.split("+").map((each) => KEYS[each] ?? each);
    await this.#perform("key", [
      ...values.map((value) => ({ type: "keyDown", value })),
      ...values.reverse().map((value) => ({ type: "keyUp", value })),
    ]);
  }

  async type(text: string): Promise<void> {
    await this.#perform(
      "key",
      [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
  }

  /** Replaces the text of a field. */
  async fill(css: string, name: Name | null, text: string): Promise<void> {
    await this.click(css, name);
    await this.press("Control+a");
    await this.type(text);
  }

  /**
   * Returns the text on the clipboard, by pasting it into a field of its own: a driver may not read the
   * clipboard.
   */
  async pasted(): Promise<string> {
    await this.read(() => {
      const field = document.createElement("textarea");
      field.id = "pasted";
      document.body.append(field);
      field.focus();
    });
    await this.press("Control+v");
    const read = () =>
      this.read(() => document.querySelector<HTMLTextAreaElement>("#pasted")?.value ?? "");
    await expect.poll(read, { timeout: STATE_MS }).not.toBe("");
    return read();
  }

  /** The names of the shown images, in order. */
  images(): Promise<string[]> {
    return this.read(() =>
      [...document.querySelectorAll("[data-image-id] > a img")].map(
        (image) => image.getAttribute("alt") ?? "",
      ),
    );
  }

  async setFile(css: string, path: string): Promise<void> {
    await this.#engine.driver.setFile(css, path);
  }

  /** Waits for a downloaded file, and returns it. */
  async downloaded(name: RegExp): Promise<Buffer> {
    const { downloads } = this.#engine;
    const found = () => readdirSync(downloads).find((file) => name.test(file));
    await expect.poll(found, { timeout: STATE_MS }).toBeDefined();
    const read = () => readFileSync(join(downloads, found() ?? ""));
    // Firefox creates the file before it writes it.
    await expect.poll(() => read().length, { timeout: STATE_MS }).toBeGreaterThan(0);
    return read();
  }

  /** Makes the only other window the current one; returns the id of the former one. */
  async enterPopUp(before: readonly string[]): Promise<void> {
    const others = async () =>
      (await this.#engine.driver.windows()).filter((id) => !before.includes(id));
    await expect.poll(async () => (await others()).length, { timeout: STATE_MS }).toBe(1);
    await this.#engine.driver.enter((await others())[0] ?? "");
  }

  windows(): Promise<string[]> {
    return this.#engine.driver.windows();
  }

  /** Goes to the page of the first window, or to its frame. */
  async enter(part: "page" | "frame", [window = ""]: readonly string[]): Promise<void> {
    await this.#engine.driver.enter(window, part);
  }

  /** Fails if the page has had an error since it was ready. */
  async expectNoProblems(): Promise<void> {
    expect(await this.read(() => window.problems ?? [])).toEqual([]);
  }

  async until(act: () => boolean | Promise<boolean>): Promise<void> {
    await this.#until(() => this.read(act), String(act));
  }

  /** While a page is being replaced, its driver rejects; the next one answers. */
  async #until(isReached: () => Promise<boolean>, description: string): Promise<void> {
    let last: unknown = null;
    await expect
      .poll(
        () =>
          isReached().catch((error) => {
            last = error;
            return false;
          }),
        { timeout: STATE_MS, intervals: [50, 100, 200], message: description },
      )
      .toBe(true)
      .catch((error) => {
        throw last === null ? error : new Error(`${error.message}\n${last}`);
      });
  }

  async #perform(type: "key" | "pointer", actions: InputSource["actions"]): Promise<void> {
    const parameters = type === "pointer" && { parameters: { pointerType: "mouse" as const } };
    await this.#engine.driver.perform([{ type, id: type, ...parameters, actions }]);
  }
}

/** Whether a text has a name. Bidi isolates do not count: Firefox leaves them out of `innerText`. */
function isIn(wanted: Name, text: string): boolean {
  const bare = (each: string) => each.replace(/[\u2068\u2069]/g, "");
  return typeof wanted === "string" ? bare(text).includes(bare(wanted)) : wanted.test(text);
}

function moveTo({ x, y }: Point) {
  return {
    type: "pointerMove",
    x: Math.round(x),
    y: Math.round(y),
    duration: 0,
    origin: "viewport",
  };
}

/** Runs in the page: the centre of an element if a press there would reach it, and it does not move. */
async function pressablePoint({ css, text, pattern, index }: Wanted): Promise<Point | null> {
  const nameOf = (element: Element) => {
    const labels = (element as HTMLInputElement).labels ?? [];
    const id = element.getAttribute("aria-labelledby");
    const name =
      element.getAttribute("aria-label") ??
      (id === null ? null : document.getElementById(id)?.textContent) ??
      labels[0]?.textContent ??
      element.textContent;
    return (name ?? "").replace(/\s+/g, " ").trim();
  };
  const element = [...document.querySelectorAll(css)].filter((each) => {
    const isNamed =
      text !== null
        ? nameOf(each) === text
        : pattern === null || new RegExp(pattern).test(nameOf(each));
    return isNamed && each.checkVisibility({ visibilityProperty: true });
  })[index];
  if (element === undefined) return null;
  const boxOf = () => element.getBoundingClientRect();
  const { top, bottom } = boxOf();
  if (top < 80 || bottom > innerHeight - 80) {
    element.scrollIntoView({ block: "center", behavior: "instant" });
  }
  const before = boxOf();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { left, top: y0, width, height } = boxOf();
  if (before.left !== left || before.top !== y0) return null;
  const point = { x: left + width / 2, y: y0 + height / 2 };
  const reached = document.elementFromPoint(point.x, point.y);
  const isReached =
    element.contains(reached) || reached?.closest("label")?.contains(element) === true;
  return isReached ? point : null;
}
