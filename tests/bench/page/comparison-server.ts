import { brotliCompressSync } from "node:zlib";
import { type ServedHandler, serveHandler } from "@/tests/support/servers/serve-handler";

type Held = { body: Uint8Array<ArrayBuffer>; headers: Headers };

/**
 * Serves the comparison pages and, under the same paths, the gallery's images. It fetches each image
 * from the gallery once and serves it from memory, so that the server's speed does not count against
 * the comparison pages. Pages are compressed once with the highest Brotli level, as the gallery's
 * files are.
 */
export function serveComparison(
  texts: Readonly<Record<string, string>>,
  options: { galleryOrigin: string; port: number },
): Promise<ServedHandler> {
  const held = new Map<string, Held>();
  const packed = new Map(
    Object.entries(texts).map(([path, text]) => [path, Uint8Array.from(brotliCompressSync(text))]),
  );
  return serveHandler(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const text = packed.get(pathname);
      if (text !== undefined) {
        const type = pathname.endsWith(".js") ? "text/javascript" : "text/html";
        return new Response(text, {
          headers: { "content-type": `${type}; charset=utf-8`, "content-encoding": "br" },
        });
      }
      if (pathname === "/favicon.ico") return new Response(null, { status: 404 });
      const accept = request.headers.get("accept") ?? "*/*";
      const key = `${accept} ${pathname}${search}`;
      const picture = held.get(key) ?? (await fetchPicture(pathname + search, accept, options));
      if (picture === null) return new Response(null, { status: 404 });
      held.set(key, picture);
      return new Response(picture.body, { headers: picture.headers });
    },
    { port: options.port },
  );
}

async function fetchPicture(
  path: string,
  accept: string,
  { galleryOrigin }: { galleryOrigin: string },
): Promise<Held | null> {
  const response = await fetch(galleryOrigin + path, { headers: { accept } });
  if (!response.ok) return null;
  const headers = new Headers({
    "content-type": response.headers.get("content-type") ?? "",
    "cache-control": response.headers.get("cache-control") ?? "",
  });
  return { body: new Uint8Array(await response.arrayBuffer()), headers };
}
