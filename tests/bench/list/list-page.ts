import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import sharp from "sharp";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";
import { type ServedHandler, serveHandler } from "@/tests/support/servers/serve-handler";

/** Serves the long list's page with its own script, style and small pictures. */
export async function serveList(port: number): Promise<ServedHandler> {
  const { script, style } = await bundle();
  const thumbnails = await makeThumbnails();
  const packedScript = Uint8Array.from(gzipSync(script));
  return serveHandler(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/list.js") {
        const headers = { "content-type": "text/javascript", "content-encoding": "gzip" };
        return new Response(packedScript, { headers });
      }
      if (pathname.startsWith("/thumb/")) {
        const body = thumbnails[Number(pathname.split("/")[2]) % thumbnails.length];
        return new Response(body ?? null, { headers: { "content-type": "image/webp" } });
      }
      if (pathname === "/end") {
        const headers = { "content-type": "text/html; charset=utf-8" };
        return new Response("<!doctype html><title>The end</title>", { headers });
      }
      if (pathname !== "/") return new Response(null, { status: 404 });
      return new Response(page(style), {
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    },
    { port },
  );
}

function page(style: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>List</title>
<style>${style}</style>
<script src="/list.js" defer></script>
<div id="root"></div>
</html>`;
}

async function bundle(): Promise<{ script: string; style: string }> {
  const { outputFiles } = await build({
    entryPoints: ["tests/bench/list/list-app.tsx"],
    outdir: "list",
    write: false,
    bundle: true,
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    minifySyntax: true,
    minifyWhitespace: true,
    format: "iife",
  });
  const ending = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  return { script: ending(".js"), style: withPlainContainers(ending(".css")) };
}

/** Undoes esbuild's renaming of containers, which would not match the names that Next leaves. */
function withPlainContainers(style: string): string {
  return style.replace(/(@container |container:)\w+_tile\b/g, "$1tile");
}

function makeThumbnails(): Promise<Uint8Array<ArrayBuffer>[]> {
  return Promise.all(
    PHOTOGRAPHS.map(async (name) =>
      Uint8Array.from(await sharp(photographPath(name)).resize(320).webp().toBuffer()),
    ),
  );
}
