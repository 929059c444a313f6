import type { Grid, GridLayout, GridPicture } from "./grid-of-page";

/** Returns a minimal page with the same grid: HTML, twenty lines of CSS and no script. */
export function floorPage({ pictures, layout }: Grid): string {
  const { top, margin, columnGap, rowGap, captionHeight, rowBasis } = layout;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Floor</title>
<style>
* { box-sizing: border-box; margin: 0; padding: 0; }
body { font: 14px/22px sans-serif; }
header { block-size: ${top}px; padding: ${margin}px; }
ul { display: flex; flex-wrap: wrap; gap: ${rowGap}px ${columnGap}px; padding-inline: ${margin}px; }
ul::after { content: ""; flex: 1000000 1 0; margin-block-start: -${rowGap}px; }
li { flex: var(--r) 1 calc(var(--r) * ${rowBasis}px); min-inline-size: 0; list-style: none; }
a { display: block; position: relative; aspect-ratio: var(--r); background: var(--c); }
img { position: absolute; inline-size: 100%; block-size: 100%; object-fit: cover; }
div { block-size: ${captionHeight}px; overflow: hidden; }
p { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
</style>
<header><h1>${pictures.length} pictures</h1></header>
<ul>
${pictures.map((picture) => item(picture, layout)).join("\n")}
</ul>
</html>`;
}

function item(picture: GridPicture, { ratioMin, ratioMax }: GridLayout): string {
  const { src, srcSet, sizes, width, height, loading, fetchPriority } = picture;
  const ratio = Math.min(ratioMax, Math.max(ratioMin, width / height)).toFixed(3);
  const sources =
    srcSet === "" ? "" : ` srcset="${escapeHtml(srcSet)}" sizes="${escapeHtml(sizes)}"`;
  return (
    `<li style="--r:${ratio};--c:${picture.colour}"><a href="${escapeHtml(picture.original)}">` +
    `<img${sources} src="${escapeHtml(src)}" alt="${escapeHtml(picture.alt)}" width="${width}"` +
    ` height="${height}" loading="${loading}" fetchpriority="${fetchPriority}" decoding="async">` +
    `</a><div><p>${escapeHtml(picture.name)}</p><p>${escapeHtml(picture.host)}</p></div></li>`
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
