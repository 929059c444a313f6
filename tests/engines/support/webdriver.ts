import type { Driver } from "./driver";

/** The id of an element in WebDriver's JSON. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

type Outcome = { value?: unknown; error?: string };

/** Longer than any command takes on a busy machine. */
const COMMAND_MS = 120_000;

/** Opens a session of W3C WebDriver at a running driver, which must listen on 127.0.0.1. */
export async function openWebDriver(port: number, capabilities: object): Promise<Driver> {
  const call = async <Value = void>(method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      signal: AbortSignal.timeout(COMMAND_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    const { error, message } = (value ?? {}) as { error?: string; message?: string };
    if (!response.ok) throw new Error(`${error}: ${message}`);
    return value as Value;
  };
  const body = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", body);
  const session = `/session/${sessionId}`;
  const post = <Value = void>(path: string, body: object = {}) =>
    call<Value>("POST", `${session}${path}`, body);
  await post("/timeouts", { script: COMMAND_MS, pageLoad: COMMAND_MS });

  const driver: Driver = {
    goTo: (url) => post("/url", { url }),
    url: () => call<string>("GET", `${session}/url`),
    async run(act, input) {
      const script = `const [input, done] = arguments;
        (async () => (${act})(input))().then(
          (value) => done({ value: value ?? null }), (error) => done({ error: String(error) }))`;
      const args = [input ?? null];
      const outcome = await post<Outcome>("/execute/async", { script, args });
      if (outcome.error !== undefined) throw new Error(outcome.error);
      return outcome.value as never;
    },
    perform: (actions) => post("/actions", { actions }),
    async setFile(selector, path) {
      const element = await post<Record<string, string>>("/element", {
        using: "css selector",
        value: selector,
      });
      await post(`/element/${element[ELEMENT]}/value`, { text: path });
    },
    deleteCookies: () => call("DELETE", `${session}/cookie`),
    async resize(width, height) {
      // The window is larger than the page.
      await post("/window/rect", { width, height });
      const page = await driver.run(() => ({ width: innerWidth, height: innerHeight }), null);
      const rect = { width: 2 * width - page.width, height: 2 * height - page.height };
      await post("/window/rect", rect);
    },
    windows: () => call<string[]>("GET", `${session}/window/handles`),
    async enter(handle, part = "page") {
      await post("/window", { handle });
      await post("/frame", { id: part === "frame" ? 0 : null });
    },
    screenshot: async () =>
      Buffer.from(await call<string>("GET", `${session}/screenshot`), "base64"),
    close: () => call("DELETE", session),
  };
  return driver;
}
