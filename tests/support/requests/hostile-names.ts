import type { ExportedImage } from "@/lib/contract/picked-image";

/** Names of images that break formats whose escaping is wrong. */
export const HOSTILE_NAMES: readonly string[] = [
  "Lighthouse after sunset, last light in the west",
  "",
  "   ",
  "منارة بعد الغروب",
  "\u202egnp.esuohthgil",
  "Keeper's \u05d1\u05d9\u05ea, at 6 o'clock",
  "Barn] (red) [1912",
  "]]",
  "[[File:Barn.jpg|thumb|{{PAGENAME}}]]",
  "a | b || c",
  "Salt & pepper &amp; &#93; &copy=1 &copy;",
  "<script>alert(1)</script>",
  "</p></li></ol><img src=x onerror=alert(1)>",
  "<!-- no end",
  `"Quoted" 'and' “typeset” ''twice'' \`\`thrice\`\``,
  "One\r\nTwo\n\nThree\u2028Four\tFive",
  '=HYPERLINK("https://example.com";"Click")',
  "+1 555 0100",
  "-2+3",
  "@SUM(A1:A9)",
  "\t=1+1",
  "'=quoted",
  "＝1+1",
  "👩‍👩‍👧‍👦 at the 🏖️ 🇳🇱",
  "e\u0301 and \u00e9",
  "*bold* _italic_ **b** __u__ ~~s~~ `code` ***",
  "# 1. - > +",
  "C:\\temp\\new \\textbf{x} $x^2_1$ 50% #1 ~ a--b---c",
  "{unbalanced",
  "un}balanced}}",
  "~~~~ __NOTOC__ ''' RFC 2324 ISBN 978-0-306-40615-7 {{!}}",
  "https://evil.example/ www.evil.example mail@evil.example mailto:a@b.example :smile:",
  "{asciidoctor-version} ((index)) <<ref>> [[anchor]] +++<u>x</u>+++ pass:[x] (C) -> ... ++ ## kbd:[F1]",
  "trailing backslash \\",
  "trailing plus +",
  "!image::x[] footnote:[x] link:x[y] xref:a[b] image:a.png[]",
  "\u0000\u0007\u001b[31mred",
  "half \ud800 a pair",
  "\ufeffmark of byte order",
  "a,b;c\td",
  "\\; term;; text:: more",
  "%s %n %0A %2F",
  "..",
  "CON",
  'a/b\\c:d*e?f"g<h>i|j',
  "n".repeat(400),
];

/** URLs of pages that break formats whose escaping is wrong. */
export const HOSTILE_URLS: readonly string[] = [
  "https://kustlicht.example/toren/48",
  "https://kustlicht.example/a_b_c/(d)/~e~/*f*/'g'?h=1&copy=2&amp;i=[j]&k={l}|m#n",
  "https://kustlicht.example/?q=c++&x=+++a+&y=%20%2B%5D",
  "https://kustlicht.example/a''b__c~~~~d$e^f!g`h\\i?j=\\&k=^`{|}",
  "https://xn--mnchen-3ya.example:8443/%D7%A9%D7%9C%D7%95%D7%9D?a=b;c,d",
];

/** An image as it is found; `changes` replace parts of it. */
export function exportedImage(changes: Partial<ExportedImage> = {}): ExportedImage {
  return {
    id: "3f0a9c",
    name: "Lighthouse after sunset",
    imageUrl: "https://img.kustlicht.example/48.jpg",
    hostUrl: "https://kustlicht.example/toren/48",
    host: "kustlicht.example",
    width: 4200,
    height: 2800,
    accentColor: "#35566f",
    thumbnails: null,
    fallbackUrl: null,
    provenance: {
      search: "q=lighthouse&safesearch=strict",
      rank: 1,
      foundAt: "2026-11-20T14:02:11.000Z",
      service: "images.example.com",
    },
    ...changes,
  };
}
