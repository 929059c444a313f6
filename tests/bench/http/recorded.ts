import { request } from "undici";

/** A request as the load sends it. */
export type Target = { origin: string; path: string; headers: Record<string, string> };

/** A response as a bare server sends it: all header lines but those that Node adds itself. */
export type Recorded = { status: number; headers: string[]; body: Buffer };

/** Node sends these for every response. */
const OWN_HEADERS = ["connection", "date", "keep-alive", "transfer-encoding"];

/** Sends one request and records the response, with its length even if it came in chunks. */
export async function record({ origin, path, headers }: Target): Promise<Recorded> {
  const response = await request(`${origin}${path}`, { headers });
  const body = Buffer.from(await response.body.arrayBuffer());
  const lines = Object.entries({ ...response.headers, "content-length": String(body.length) })
    .filter(([name]) => !OWN_HEADERS.includes(name))
    .flatMap(([name, value]) => [value ?? ""].flat().flatMap((each) => [name, each]));
  return { status: response.statusCode, headers: lines, body };
}
