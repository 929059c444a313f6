import "server-only";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import type { FetchDeadlines } from "./deadlines";
import { badHost, slowHost, type ThumbnailFailure } from "./thumbnail-failure";

/** A response whose head has come and whose body has not been read. */
export type Hop = { response: IncomingMessage; close(): void };

/** Says who asks; the same for everyone, whoever looks at the page. */
export const USER_AGENT = "Mozilla/5.0 (compatible; Vitrine; image thumbnails)";
/** Our name in `Via`: a request that bears it has been here before. */
export const VIA_NAME = "vitrine-thumbnails";

const HEADERS = {
  accept: "image/avif,image/webp,image/jpeg,image/png,image/gif;q=0.9,*/*;q=0.1",
  // A body that never needs a decompressor can't attack one.
  "accept-encoding": "identity",
  connection: "close",
  "user-agent": USER_AGENT,
  via: `1.1 ${VIA_NAME}`,
};

const HEAD_BYTES_MAX = 16_384;
const INTERIM_RESPONSES_MAX = 8;

/**
 * Sends one GET over a connection made for it and waits for the response's head. Nothing of the
 * visitor is in it, and the connection is used once: no answer can be left in it for another.
 *
 * @throws ThumbnailFailure `slow-host` without a head in time, `unavailable` for what is no HTTP;
 *   the signal's reason once it aborts.
 */
export function fetchHop(
  url: URL,
  socket: Socket,
  { deadlines, signal }: { deadlines: FetchDeadlines; signal: AbortSignal },
): Promise<Hop> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) socket.destroy();
    signal.throwIfAborted();
    const outgoing = request({
      // Only without any agent is this the connection that is used; an agent would make its own.
      createConnection: () => socket,
      method: "GET",
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: { host: url.host, ...HEADERS },
      maxHeaderSize: HEAD_BYTES_MAX,
      insecureHTTPParser: false,
    });
    const close = () => {
      signal.removeEventListener("abort", onAbort);
      outgoing.destroy();
      socket.destroy();
    };
    const fail = (failure: unknown) => {
      clearTimeout(timer);
      close();
      reject(failure);
    };
    const onAbort = () => fail(signal.reason);
    const timer = setTimeout(() => fail(slowHost("no response in time")), deadlines.firstByteMs);
    signal.addEventListener("abort", onAbort);
    refuseDetours(outgoing, fail);
    outgoing.once("socket", (used) => {
      if (used !== socket) fail(badHost("the request took another connection"));
    });
    outgoing.on("error", (cause) => fail(badHost("the request failed", cause)));
    outgoing.once("response", (response) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve({ response, close });
    });
    outgoing.end();
  });
}

/** A picture needs neither another protocol nor a stream of preliminary answers. */
function refuseDetours(outgoing: ClientRequest, fail: (failure: ThumbnailFailure) => void): void {
  let interim = 0;
  outgoing.on("information", () => {
    interim += 1;
    if (interim > INTERIM_RESPONSES_MAX) fail(badHost("too many preliminary responses"));
  });
  outgoing.on("upgrade", () => fail(badHost("the host wants another protocol")));
}
