import { build } from "esbuild";
import type { Grid } from "./grid-of-page";

/** Selector of the images of the rows page. */
export const ROWS_PICTURES = ".react-photo-album--image";

export type RowsBundle = { script: string; style: string };

/** Bundles and minifies the app of the rows page for a browser. */
export async function bundleRows(): Promise<RowsBundle> {
  const { outputFiles } = await build({
    entryPoints: ["tests/bench/page/rows-app.tsx"],
    outdir: "rows",
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const ending = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  return { script: ending(".js"), style: ending(".css") };
}

/** Returns the HTML of the rows page, with inline style and image data and an external script. */
export function rowsPage(grid: Grid, style: string, { isOriginals }: { isOriginals: boolean }) {
  const { top, margin, captionHeight, rowGap } = grid.layout;
  const json = JSON.stringify({ ...grid, isOriginals }).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rows</title>
<style>
${style}
* { box-sizing: border-box; margin: 0; padding: 0; }
body { font: 14px/22px sans-serif; }
header { block-size: ${top}px; padding: ${margin}px; }
#root { padding-inline: ${margin}px; }
.react-photo-album--rows { row-gap: ${rowGap}px; }
.caption { block-size: ${captionHeight}px; overflow: hidden; }
.caption p { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
</style>
<script src="/rows.js" defer></script>
<header><h1>${grid.pictures.length} pictures</h1></header>
<div id="root"></div>
<script>window.grid = ${json};</script>
</html>`;
}
