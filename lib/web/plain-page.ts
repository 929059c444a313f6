import "server-only";
import { createHash } from "node:crypto";
import { GROUND_COLOUR } from "@/lib/core/settings/theme";
import { currentLocale } from "@/lib/messages/locale";

/** A short version of app/styles, so that the page needs no other file. */
const STYLE = `
:root { color-scheme: light dark; font: 0.9375rem/1.375rem system-ui, sans-serif;
  background: light-dark(${GROUND_COLOUR.light}, ${GROUND_COLOUR.dark}); color: light-dark(#1a1a19, #ededea) }
main { max-inline-size: 42rem; margin: 0 auto; padding: 4.5rem 1rem }
h1 { font-size: 1.25rem; line-height: 1.75rem; font-weight: 540; margin: 0 0 0.75rem }
p { margin: 0 0 0.75rem }
a { color: inherit; display: inline-block; padding-block: 0.75rem }
`;

type PlainPage = {
  title: string;
  paragraphs: readonly string[];
  /** The text of a link that loads the page again. */
  retry?: string;
  script?: string;
  /** The origin that may embed it. */
  frameAncestor?: string | null;
};

/**
 * Returns a page that is made without Next, and its content security policy. Its texts are HTML: they
 * must not contain what a visitor sent.
 */
export function plainPage(page: PlainPage): { html: string; policy: string } {
  const { title, paragraphs, retry, script, frameAncestor = null } = page;
  const { tag, direction } = currentLocale();
  const html = `<!doctype html>
<html lang="${tag}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}
${retry === undefined ? "" : `<a href="">${retry}</a>`}
</main>
${script === undefined ? "" : `<script>${script}</script>`}
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestor ?? "'none'"}`,
  ];
  return { html, policy: policy.join("; ") };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
