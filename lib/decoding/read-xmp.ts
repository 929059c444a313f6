import "server-only";
import sax from "sax";
import { withoutPrototype } from "@/lib/platform/without-prototype";
import { decodeText } from "./decode-text";

/** The namespaces of the properties that are read, by their usual prefix. */
const PREFIXES = new Map([
  ["http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf"],
  ["http://purl.org/dc/elements/1.1/", "dc"],
  ["http://ns.adobe.com/photoshop/1.0/", "photoshop"],
  ["http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "Iptc4xmpCore"],
  ["http://ns.adobe.com/xap/1.0/rights/", "xmpRights"],
  ["http://ns.adobe.com/xap/1.0/", "xmp"],
  ["http://ns.adobe.com/exif/1.0/", "exif"],
  ["http://ns.adobe.com/xmp/note/", "xmpNote"],
  ["http://creativecommons.org/ns#", "cc"],
  ["http://web.resource.org/cc/", "cc"],
]);

const PROPERTIES = new Set([
  "dc:title",
  "dc:description",
  "dc:subject",
  "dc:creator",
  "dc:rights",
  "dc:source",
  "photoshop:Headline",
  "photoshop:City",
  "photoshop:State",
  "photoshop:Country",
  "photoshop:Source",
  "photoshop:Credit",
  "photoshop:DateCreated",
  "xmp:CreateDate",
  "exif:DateTimeOriginal",
  "Iptc4xmpCore:Location",
  "xmpRights:WebStatement",
  "xmpRights:UsageTerms",
  "xmpNote:HasExtendedXMP",
  "cc:license",
]);

/** Elements that contain the values of a property: lists, their items, and qualified values. */
const VALUE_ELEMENT = /^rdf:(?:Alt|Bag|Seq|li|Description|value)$/;

const XML_ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const ELEMENTS_MAX = 200_000;
const DEPTH_MAX = 100;
/** Attributes of one element. Cameras and editors write about fifty. */
const ATTRIBUTES_MAX = 1000;
/** Real files have few errors, such as a bare "&". A name or attribute above 64 KB is one per piece. */
const ERRORS_MAX = 10;
const VALUES_MAX = 1000;
const VALUE_CHARACTERS_MAX = 10_000;
/** The parser checks the lengths of names and attributes once per piece. */
const PIECE_CHARACTERS = 64 * 1024;

/** Ends the parsing; what was read before is kept. */
class StopReading extends Error {}

/**
 * Returns the texts of an XMP packet by property, such as `dc:title`; of alternatives in several
 * languages, the default one first. Values stay text. Of a damaged packet, returns what precedes the
 * damage; never throws. Linear in its length: resolves no entities but XML's five, reads no DTD, and
 * limits elements, depth, attributes, errors and values. Runs in a decoder.
 */
export function readXmp(packet: Uint8Array): Map<string, string[]> {
  const reading = createPropertyReader();
  const parser = sax.parser(true, { position: true });
  // The parser's own list has HTML's entities, and inherits the names of Object.prototype.
  parser.ENTITIES = withoutPrototype(XML_ENTITIES);
  let elements = 0;
  let depth = 0;
  let attributes = 0;
  let errors = 0;
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) throw new StopReading();
  };
  parser.onerror = () => {
    errors += 1;
    if (errors > ERRORS_MAX) throw new StopReading();
    parser.resume();
  };
  parser.onopentag = (tag) => {
    attributes = 0;
    elements += 1;
    depth += 1;
    if (depth > DEPTH_MAX || elements > ELEMENTS_MAX) throw new StopReading();
    reading.open(tag.name, Object.entries(tag.attributes as Record<string, string>));
  };
  parser.onclosetag = () => {
    depth -= 1;
    reading.close();
  };
  parser.ontext = reading.addText;
  parser.oncdata = reading.addText;
  try {
    const text = decodeText(packet);
    for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
      parser.write(text.slice(at, at + PIECE_CHARACTERS));
    }
    parser.close();
  } catch {
    // Either StopReading, or an error of the parser, which attributes with odd names can cause.
  }
  return reading.texts();
}

type Element = {
  /** With the usual prefix; "" if the namespace is not read. */
  name: string;
  /** The property whose text this element has; null if it has none. */
  property: string | null;
  text: string;
  isDefault: boolean;
};

/**
 * Reads the properties of the descriptions directly below `rdf:RDF`: attributes, elements, the items
 * of lists, and qualified values (XMP part 1, chapter 7).
 */
function createPropertyReader() {
  const values = new Map<string, { text: string; isDefault: boolean }[]>();
  // Some programs leave out the declarations.
  const prefixes = new Map([...PREFIXES.values()].map((prefix) => [prefix, prefix]));
  const open: Element[] = [];
  let count = 0;

  function canonical(name: string): string {
    const colon = name.indexOf(":");
    const prefix = prefixes.get(name.slice(0, Math.max(0, colon)));
    return prefix === undefined ? "" : `${prefix}:${name.slice(colon + 1)}`;
  }

  function add(property: string, text: string, isDefault: boolean): void {
    if (text.trim() === "") return;
    count += 1;
    if (count > VALUES_MAX) throw new StopReading();
    const ofProperty = values.get(property) ?? [];
    ofProperty.push({ text: text.slice(0, VALUE_CHARACTERS_MAX), isDefault });
    values.set(property, ofProperty);
  }

  return {
    open(name: string, attributes: readonly [string, string][]): void {
      for (const [attribute, value] of attributes) {
        if (!attribute.startsWith("xmlns:")) continue;
        const prefix = PREFIXES.get(value);
        if (prefix === undefined) prefixes.delete(attribute.slice(6));
        else prefixes.set(attribute.slice(6), prefix);
      }
      const element: Element = {
        name: canonical(name),
        property: null,
        text: "",
        isDefault: false,
      };
      const [description, parent] = [open.at(-2), open.at(-1)];
      const isDescription = element.name === "rdf:Description" && parent?.name === "rdf:RDF";
      const isOfDescription = parent?.name === "rdf:Description" && description?.name === "rdf:RDF";
      if (isOfDescription && PROPERTIES.has(element.name)) element.property = element.name;
      else if (VALUE_ELEMENT.test(element.name)) element.property = parent?.property ?? null;
      for (const [attribute, value] of attributes) {
        const known = canonical(attribute);
        if (isDescription && PROPERTIES.has(known)) add(known, value, false);
        if (known === "rdf:resource" && element.property) add(element.property, value, false);
        if (attribute === "xml:lang") element.isDefault = value === "x-default";
      }
      open.push(element);
    },
    addText(text: string): void {
      const element = open.at(-1);
      if (!element?.property || element.text.length > VALUE_CHARACTERS_MAX) return;
      element.text += text;
    },
    close(): void {
      const { property, text, isDefault } = open.pop() ?? {};
      if (property) add(property, text ?? "", isDefault ?? false);
    },
    texts(): Map<string, string[]> {
      const entries = [...values].map(([property, all]): [string, string[]] => [
        property,
        [...all.filter((each) => each.isDefault), ...all.filter((each) => !each.isDefault)].map(
          ({ text }) => text,
        ),
      ]);
      return new Map(entries);
    },
  };
}
