import { type CreditFacts, oneLine } from "./credit-facts";
import { escapeHtml, escapeMarkdown, escapeMarkdownLine, escapeMarkdownUrl } from "./escape";
import { htmlCredit, linkedCredit, markdownCredit, plainCredit } from "./format-credits";
import { fillTemplate, TEMPLATE_FIELDS } from "./template";

/** An image as an editor publishes it. */
export type Figure = {
  credit: CreditFacts;
  /** Empty for a decorative image. */
  alternativeText: string;
  /** May be empty. */
  caption: string;
  /** The file that the page shows; its size is null if it is unknown. */
  file: { name: string; width: number | null; height: number | null };
};

/** In the order in which they are offered. */
export const FIGURE_FORMATS = ["html", "wordpress", "markdown", "template"] as const;

export type FigureFormat = (typeof FIGURE_FORMATS)[number];

/** The fields of an editor's own template for figures. */
export const FIGURE_FIELDS = [
  "alt",
  "caption",
  "credit",
  "file",
  "filewidth",
  "fileheight",
  ...TEMPLATE_FIELDS,
] as const;

/** The template for an editor who has not written one. */
export const DEFAULT_FIGURE_TEMPLATE = '<img src="{file:html}" alt="{alt:html}"> {credit:html}';

/** Reads a saved format; `html` for anything else. */
export function readFigureFormat(value: string | null): FigureFormat {
  return FIGURE_FORMATS.find((format) => format === value) ?? "html";
}

const WRITERS: Record<Exclude<FigureFormat, "template">, (figure: Figure) => string> = {
  html: htmlFigure,
  wordpress: wordpressBlock,
  markdown: markdownFigure,
};

/** Writes figures for a page, one after the other. `template` is for the format of that name. */
export function formatFigures(
  figures: readonly Figure[],
  format: FigureFormat,
  template: string,
): string {
  const written = figures.map((figure, index) =>
    format === "template"
      ? fillTemplate(template, figure.credit, index + 1, valuesOf(figure))
      : WRITERS[format](figure),
  );
  return written.join("\n\n");
}

function htmlFigure({ credit, file, ...texts }: Figure): string {
  const { width, height } = file;
  const size = width === null || height === null ? "" : ` width="${width}" height="${height}"`;
  return [
    "<figure>",
    `  <img src="${srcOf(file)}"${sourcesOf(file)}${size} alt="${altOf(texts)}" loading="lazy">`,
    `  <figcaption>${withCaption(texts.caption, escapeHtml, htmlCredit(credit))}</figcaption>`,
    "</figure>",
  ].join("\n");
}

/** The widths of the smaller files that a page usually has, as shares of the file's width. */
const SHARES = [0.25, 0.5, 1];

/** Placeholders: the editor's system makes the smaller files, or the editor removes them. */
function sourcesOf({ name, width, height }: Figure["file"]): string {
  if (width === null || height === null) return "";
  const own = `-${width}x${height}.`;
  if (!name.includes(own)) return "";
  const sources = SHARES.map((share) => {
    const [w, h] = [Math.round(width * share), Math.round(height * share)];
    return `${srcOf({ name: name.replace(own, `-${w}x${h}.`) })} ${w}w`;
  });
  return ` srcset="${sources.join(", ")}" sizes="100vw"`;
}

/** A block as the editor of WordPress saves it (`core/image`). Its comments have no text of the image. */
function wordpressBlock({ credit, file, ...texts }: Figure): string {
  const { width } = file;
  const attributes = {
    ...(width !== null && { width: `${width}px` }),
    sizeSlug: "full",
    linkDestination: "none",
  };
  const [resized, style] = width === null ? ["", ""] : [" is-resized", ` style="width:${width}px"`];
  const caption = withCaption(texts.caption, escapeHtml, linkedCredit(credit));
  return [
    `<!-- wp:image ${JSON.stringify(attributes)} -->`,
    `<figure class="wp-block-image size-full${resized}"><img src="${srcOf(file)}" alt="${altOf(texts)}"${style}/>` +
      `<figcaption class="wp-element-caption">${caption}</figcaption></figure>`,
    "<!-- /wp:image -->",
  ].join("\n");
}

function markdownFigure({ credit, file, ...texts }: Figure): string {
  const alt = escapeMarkdown(oneLine(texts.alternativeText));
  const caption = withCaption(texts.caption, escapeMarkdownLine, markdownCredit(credit));
  return `![${alt}](<${escapeMarkdownUrl(file.name)}>)\n\n${caption}`;
}

/** The caption, and the credit as the last sentence. */
function withCaption(caption: string, escaped: (text: string) => string, credit: string): string {
  const text = oneLine(caption);
  return text === "" ? credit : `${escaped(text)} ${credit}`;
}

const srcOf = ({ name }: { name: string }) => escapeHtml(encodeURI(name));
const altOf = ({ alternativeText }: Pick<Figure, "alternativeText">) =>
  escapeHtml(oneLine(alternativeText));

function valuesOf({ credit, alternativeText, caption, file }: Figure): Record<string, string> {
  return {
    alt: oneLine(alternativeText),
    caption: oneLine(caption),
    credit: plainCredit(credit),
    file: file.name,
    filewidth: String(file.width ?? ""),
    fileheight: String(file.height ?? ""),
  };
}
