import { request } from "undici";

/** A request that the load sends. */
export type Target = { origin: string; path: string; headers: Record<string, string> };

/** A response that a bare server sends: all header lines except those that Node adds itself. */
export type Recorded = { status: number; headers: string[]; body: Buffer };

/** Headers that Node adds to every response. */
const OWN_HEADERS = ["connection", "date", "keep-alive", "transfer-encoding"];

/** Sends one request and records the response, with a length even if it was chunked. */
export async function record({ origin, path, headers }: Target): Promise<Recorded> {
  const response = await request(`${origin}${path}`, { headers });
  const body = Buffer.from(await response.body.arrayBuffer());
  const lines = Object.entries({ ...response.headers, "content-length": String(body.length) })
    .filter(([name]) => !OWN_HEADERS.includes(name))
    .flatMap(([name, value]) => [value ?? ""].flat().flatMap((each) => [name, each]));
  return { status: response.statusCode, headers: lines, body };
}
