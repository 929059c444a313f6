import { once } from "node:events";
import { WebSocket } from "undici";
import type { Driver } from "./driver";

type Message = { id: number; type: string; result: unknown; error?: string; message?: string };
type Waiting = { resolve: (message: Message) => void; reject: (error: Error) => void };
type Context = { context: string; url: string; children: readonly Context[] };
type Called = {
  type: string;
  result: { value: string };
  exceptionDetails: { text: string };
};

/** Opens a session of WebDriver BiDi at a running browser. */
export async function openBidi(url: string): Promise<Driver> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  socket.addEventListener("message", ({ data }) => {
    const message: Message = JSON.parse(String(data));
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  });
  // A browser that ends does not always answer the command before.
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the browser has ended"));
  });
  await once(socket, "open");
  let lastId = 0;
  const send = async <Result = void>(method: string, params: object = {}): Promise<Result> => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Message>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await answered;
    if (type === "error") throw new Error(`${error}: ${message}`);
    return result as Result;
  };
  const contextsIn = async (params: object) => {
    const { contexts } = await send<{ contexts: Context[] }>("browsingContext.getTree", params);
    return contexts;
  };
  const windows = async () => (await contextsIn({ maxDepth: 0 })).map(({ context }) => context);
  await send("session.new", { capabilities: {} });
  let [context = ""] = await windows();

  return {
    goTo: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    async url() {
      const [current] = await contextsIn({ root: context, maxDepth: 0 });
      return current?.url ?? "";
    },
    async run(act, input) {
      const { type, result, exceptionDetails } = await send<Called>("script.callFunction", {
        functionDeclaration: `async (json) =>
          JSON.stringify((await (${act})(JSON.parse(json))) ?? null)`,
        arguments: [{ type: "string", value: JSON.stringify(input ?? null) }],
        target: { context },
        awaitPromise: true,
      });
      if (type === "exception") throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    perform: (actions) => send("input.performActions", { context, actions }),
    async setFile(value, path) {
      const locator = { type: "css", value };
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>(
        "browsingContext.locateNodes",
        { context, locator },
      );
      const sharedId = nodes[0]?.sharedId;
      await send("input.setFiles", { context, element: { sharedId }, files: [path] });
    },
    deleteCookies: () => send("storage.deleteCookies"),
    resize: (width, height) =>
      send("browsingContext.setViewport", { context, viewport: { width, height } }),
    windows,
    async enter(window, part = "page") {
      const [root] = await contextsIn({ root: window });
      context = part === "frame" ? (root?.children[0]?.context ?? "") : window;
    },
    async screenshot() {
      const { data } = await send<{ data: string }>("browsingContext.captureScreenshot", {
        context,
      });
      return Buffer.from(data, "base64");
    },
    async close() {
      await send("browser.close");
      socket.close();
    },
  };
}
