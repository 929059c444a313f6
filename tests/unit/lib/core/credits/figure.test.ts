// @vitest-environment jsdom
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { creditTexts } from "@/lib/client/credit-texts";
import { creditFacts, oneLine } from "@/lib/core/credits/credit-facts";
import {
  FIGURE_FIELDS,
  type Figure,
  type FigureFormat,
  formatFigures,
} from "@/lib/core/credits/figure";
import { unknownFields } from "@/lib/core/credits/template";
import { exportedImage, HOSTILE_NAMES, HOSTILE_URLS } from "@/tests/support/requests/hostile-names";

const FILE = { name: "lighthouse-after-sunset-1600x900.jpg", width: 1600, height: 900 };

function figureOf(name: string, hostUrl: string, changes: Partial<Figure> = {}): Figure {
  const credit = creditFacts(exportedImage({ name, hostUrl }), {
    origin: "https://vitrine.example",
    texts: creditTexts,
  });
  return { credit, alternativeText: name, caption: name, file: FILE, ...changes };
}

const URL = "https://kustlicht.example/toren/48";
const plain = figureOf("Lighthouse after sunset", URL, {
  alternativeText: "A lighthouse with a red door",
  caption: "The light of Kust.",
});

test("a figure has alternative text, caption, credit, and the file with its size", () => {
  expect(formatFigures([plain], "html", "")).toBe(
    `<figure>
  <img src="lighthouse-after-sunset-1600x900.jpg" srcset="lighthouse-after-sunset-400x225.jpg 400w, lighthouse-after-sunset-800x450.jpg 800w, lighthouse-after-sunset-1600x900.jpg 1600w" sizes="100vw" width="1600" height="900" alt="A lighthouse with a red door" loading="lazy">
  <figcaption>The light of Kust. “<a href="${URL}"><bdi>Lighthouse after sunset</bdi></a>”, <bdi>kustlicht.example</bdi>, found <time datetime="2026-11-20">20 November 2026</time>. <span>Rights not verified.</span></figcaption>
</figure>`,
  );
  const block = formatFigures([plain], "wordpress", "");
  expect(block).toContain(
    '<!-- wp:image {"width":"1600px","sizeSlug":"full","linkDestination":"none"} -->\n<figure class="wp-block-image size-full is-resized"><img src="lighthouse-after-sunset-1600x900.jpg" alt="A lighthouse with a red door" style="width:1600px"/><figcaption class="wp-element-caption">The light of Kust. “<a',
  );
  expect(block.endsWith("</figcaption></figure>\n<!-- /wp:image -->")).toBe(true);
  expect(formatFigures([plain], "markdown", "")).toMatch(
    /^!\[A lighthouse with a red door\]\(<lighthouse-after-sunset-1600x900\.jpg>\)\n\nThe light of Kust\. “\[/,
  );
});

test("an original has its own name, and no placeholders for sizes", () => {
  const file = { name: "barn.jpg", width: null, height: null };
  const html = formatFigures([{ ...plain, file }], "html", "");
  expect(html).toContain('<img src="barn.jpg" alt="A lighthouse with a red door" loading="lazy">');
  expect(formatFigures([{ ...plain, file }], "wordpress", "")).not.toContain("style");
});

test("an own template has the fields of figures and of credits, escaped on request", () => {
  const figure = figureOf(`"<b>" \\ & [x]`, URL);
  const template =
    '{number} {file} {filewidth}×{fileheight} {alt} {alt:html} {alt:markdown} "{alt:json}" {host} {{x} {none} {alt:tex}';
  expect(formatFigures([figure], "template", template)).toBe(
    `1 ${FILE.name} 1600×900 "<b>" \\ & [x] &quot;&lt;b&gt;&quot; \\ &amp; [x] "\\<b\\>" \\\\ & \\[x\\] "\\"\\u003cb>\\" \\\\ & [x]" kustlicht.example {x} {none} {alt:tex}`,
  );
  expect(unknownFields(template, FIGURE_FIELDS)).toEqual(["none", "alt:tex"]);
});

/** What a browser shows of a figure. */
function readHtml(html: string) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return {
    images: [...body.querySelectorAll("img")].map((image) => ({
      src: image.getAttribute("src"),
      alt: image.alt,
      attributes: image.getAttributeNames().sort(),
    })),
    links: [...body.querySelectorAll("a")].map(({ textContent }) => oneLine(textContent ?? "")),
    text: oneLine(body.textContent ?? ""),
    elements: [...body.querySelectorAll("*")].map(({ localName }) => localName),
    comments: body.innerHTML.match(/<!--/g)?.length ?? 0,
  };
}

const markdown = new MarkdownIt({ html: true, linkify: true });
const READERS: Record<Exclude<FigureFormat, "template">, (source: string) => string> = {
  html: (source) => source,
  wordpress: (source) => source,
  markdown: (source) => markdown.render(source),
};

describe.each(Object.entries(READERS))("%s", (name, toHtml) => {
  const format = name as FigureFormat;
  const read = (figure: Figure) => readHtml(toHtml(formatFigures([figure], format, "")));
  const { images, text: _, links: __, ...shape } = read(plain);
  const attributes = images[0]?.attributes;

  test("a hostile name is the image's text and nothing else", () => {
    for (const [index, hostile] of HOSTILE_NAMES.entries()) {
      const figure = figureOf(hostile, HOSTILE_URLS[index % HOSTILE_URLS.length] ?? "");
      const { images, text, links, ...found } = read(figure);
      const alt = oneLine(hostile);
      expect(images, hostile).toEqual([{ src: FILE.name, alt, attributes }]);
      expect(text.startsWith(alt), hostile).toBe(true);
      expect(links, hostile).toEqual([figure.credit.title]);
      expect(found, hostile).toEqual(shape);
    }
  });
});
