import type { CDPSession } from "playwright";

export type Kind = "html" | "script" | "style" | "font" | "picture" | "other";

export type Loaded = { url: string; kind: Kind; status: number; wireBytes: number };

/** All requests of a page, with the bytes on the wire, including headers. */
export type Traffic = {
  loaded: readonly Loaded[];
  bytes: Record<Kind, number>;
  totalBytes: number;
};

export type TrafficRecord = {
  read(): Traffic;
  /** Time without a request or a response, in ms. */
  quietMs(): number;
};

const KINDS: Record<string, Kind> = {
  Document: "html",
  Script: "script",
  Stylesheet: "style",
  Font: "font",
  Image: "picture",
};

/** Records network events of the DevTools protocol, starting with the next request. */
export async function recordTraffic(session: CDPSession): Promise<TrafficRecord> {
  const requests = new Map<string, Loaded>();
  let lastMs = Date.now();
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    lastMs = Date.now();
    if (request.url.startsWith("data:")) return;
    const kind = KINDS[type ?? ""] ?? "other";
    requests.set(requestId, { url: request.url, kind, status: 0, wireBytes: 0 });
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const found = requests.get(requestId);
    if (found === undefined) return;
    found.status = response.status;
    found.wireBytes += response.encodedDataLength;
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    lastMs = Date.now();
    const found = requests.get(requestId);
    if (found !== undefined) found.wireBytes += Math.max(0, encodedDataLength);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    lastMs = Date.now();
    const found = requests.get(requestId);
    if (found !== undefined) found.wireBytes = encodedDataLength;
  });
  return {
    quietMs: () => Date.now() - lastMs,
    read() {
      const loaded = [...requests.values()];
      const bytes = { html: 0, script: 0, style: 0, font: 0, picture: 0, other: 0 };
      for (const { kind, wireBytes } of loaded) bytes[kind] += wireBytes;
      return { loaded, bytes, totalBytes: loaded.reduce((sum, one) => sum + one.wireBytes, 0) };
    },
  };
}
