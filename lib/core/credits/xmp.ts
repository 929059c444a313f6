import type { FileCredit } from "@/lib/contract/crops";
import { escapeHtml } from "./escape";

const NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  photoshop: "http://ns.adobe.com/photoshop/1.0/",
  xmpRights: "http://ns.adobe.com/xap/1.0/rights/",
  Iptc4xmpCore: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
};

/**
 * Returns a credit as an XMP packet, in the properties of the IPTC Photo Metadata Standard. Properties
 * without a text are left out. The texts are on one line (`oneLine`).
 */
export function xmpOf(credit: FileCredit): string {
  const properties = [
    wrapped("dc:title", localised(credit.title)),
    wrapped("dc:description", localised(credit.description)),
    wrapped("Iptc4xmpCore:AltTextAccessibility", localised(credit.alternativeText)),
    wrapped("dc:creator", wrapped("rdf:Seq", item(credit.creator))),
    wrapped("dc:rights", localised(credit.copyright)),
    wrapped("photoshop:Credit", escaped(credit.creditLine)),
    wrapped("xmpRights:UsageTerms", localised(credit.usageTerms)),
    wrapped("dc:source", escaped(credit.sourceUrl)),
  ];
  const namespaces = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about=""${namespaces.join("")}>`,
    ...properties.filter((written) => written !== ""),
    "</rdf:Description>",
    "</rdf:RDF>",
    "</x:xmpmeta>",
    '<?xpacket end="w"?>',
  ].join("\n");
}

/** A text with a language, here `x-default`: the language is unknown. */
function localised(text: string): string {
  return wrapped("rdf:Alt", item(text, ' xml:lang="x-default"'));
}

function item(text: string, attributes = ""): string {
  const content = escaped(text);
  return content === "" ? "" : `<rdf:li${attributes}>${content}</rdf:li>`;
}

function wrapped(tag: string, content: string): string {
  return content === "" ? "" : `<${tag}>${content}</${tag}>`;
}

/** XML 1.0 excludes U+FFFE and U+FFFF. */
function escaped(text: string): string {
  return escapeHtml(text.replace(/[\ufffe\uffff]/g, ""));
}
