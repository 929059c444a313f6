import { expect, test } from "vitest";
import { parsePrivateHosts, parseSourceUrl } from "@/lib/thumbnails/source-url";
import { SPELLINGS } from "@/tests/lab/vectors";

const NOTHING_PRIVATE = {
  ownHosts: ["vitrine.example", "93.184.215.99"],
  privateHosts: parsePrivateHosts([]),
};
const withPrivate = (...entries: string[]) => ({
  ...NOTHING_PRIVATE,
  privateHosts: parsePrivateHosts(entries),
});

const LONG_NAME = `${"a".repeat(63)}.`.repeat(3);

test.each(
  [
    ...SPELLINGS,
    // Local names
    "http://ip6-loopback/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://a.localdomain/",
    // IPv6 with IPv4 inside
    "http://[::]/",
    "http://[::1]/",
    "http://[fd00:ec2::254]/",
    // Users
    "http://user:pass@pictures.example/",
    "http://:pass@pictures.example/",
    // No addresses at all
    "http://xn--a.example/",
    "http://a.xn--zn7c/",
    "http://xn--99999999999.example/",
    "",
    "pictures.example/a.jpg",
    // Schemes
    "ftp://pictures.example/",
    "gopher://pictures.example/",
    "dict://pictures.example/",
    "blob:https://pictures.example/1",
    "jar:http://pictures.example!/",
    "ws://pictures.example/",
    "unix:/run/s",
    // Ports
    ...[22, 25, 3000, 5432, 6379, 8080, 11_211, 0].map(
      (port) => `http://pictures.example:${port}/`,
    ),
    // Names and lengths
    "http://a..b/",
    "http://.example/",
    `http://${"a".repeat(64)}.example/`,
    `http://${LONG_NAME}${"a".repeat(63)}.example/`,
    `http://pictures.example/${"a".repeat(2_025)}`,
    `http://pictures.example/${"a".repeat(100_000)}`,
    `http://pictures.example/${"ä".repeat(1_000)}`,
    // Ourselves
    "https://vitrine.example/thumb/x",
    "https://VITRINE.example./",
    "http://93.184.215.99/",
  ].map((text) => ({ text, shown: JSON.stringify(text).slice(0, 60) })),
)("$shown is not fetched", ({ text }) => {
  expect(parseSourceUrl(text, NOTHING_PRIVATE).isAllowed).toBe(false);
});

test.each([
  ["http://ⓔⓧⓐⓜⓟⓛⓔ.ⓒⓞⓜ/", "http://example.com/"],
  ["http://ﬀ.com/", "http://ff.com/"],
  ["https://bücher.example/a.jpg", "https://xn--bcher-kva.example/a.jpg"],
  ["http://ex\u00adample.com/", "http://example.com/"],
  ["HTTPS://Pictures.Example:443/a/../b.jpg#part", "https://pictures.example/b.jpg"],
  ["http://pictures.example:443/", "http://pictures.example:443/"],
  ["http://127.0.0.1\t.evil.com/", "http://127.0.0.1.evil.com/"],
  ["http://169.254.169.254.nip.io/", "http://169.254.169.254.nip.io/"],
  ["http://pictures.example/a\r\nHost: \0evil", "http://pictures.example/aHost:%20%00evil"],
  ["https://93.184.215.14/a.jpg", "https://93.184.215.14/a.jpg"],
  ["https://[2606:2800:21f::1]/a.jpg", "https://[2606:2800:21f::1]/a.jpg"],
])("%j stands for %s, which is what is signed", (text, canonical) => {
  const source = parseSourceUrl(text, NOTHING_PRIVATE);
  expect(source.isAllowed && source.url.href).toBe(canonical);
});

test.each([
  ["nas.local", "http://nas.local/a.jpg", true],
  ["nas.local", "https://NAS.local./a.jpg", true],
  ["nas.local", "http://nas.local:8080/a.jpg", false],
  ["nas.local", "http://other.local/a.jpg", false],
  ["nas.local:8080", "http://nas.local:8080/a.jpg", true],
  ["nas.local:8080", "http://nas.local/a.jpg", false],
  ["nas.local:80", "https://nas.local/a.jpg", false],
  ["[fd00::5]:8080", "http://[fd00:0::5]:8080/a.jpg", true],
  ["192.168.4.0/24", "http://192.168.4.255/a.jpg", true],
  ["192.168.4.0/24", "http://192.168.5.0/a.jpg", false],
  ["192.168.4.0/24", "http://192.168.4.1:8080/a.jpg", false],
  ["fd00::/8", "http://[fdff::1]/a.jpg", true],
  ["fd00::/8", "http://[fc00::1]/a.jpg", false],
  ["vitrine.example", "https://vitrine.example/", false],
  ["vitrine.example:3001", "http://vitrine.example:3001/a.jpg", true],
  ["vitrine.example:3001", "http://vitrine.example:3000/a.jpg", false],
])("with %s allowed by the operator, %s: %s", (entry, text, expected) => {
  expect(parseSourceUrl(text, withPrivate(entry)).isAllowed).toBe(expected);
});

test.each([
  "",
  "nas.local/24",
  "10.0.0.0/33",
  "10.0.0.0/",
  "http://nas.local",
  "user@nas.local",
  "a b",
])("%j in the operator's list is an error at the start", (entry) => {
  expect(() => parsePrivateHosts([entry])).toThrow(RangeError);
});

test("addresses of NAT64 are refused, unless the operator lists their prefix", () => {
  const url = "http://[64:ff9b::808:808]/barn.jpg";
  expect(parseSourceUrl(url, NOTHING_PRIVATE)).toMatchObject({ isAllowed: false });
  expect(parseSourceUrl(url, withPrivate("64:ff9b::/96"))).toMatchObject({ isAllowed: true });
  const other = "http://[64:ff9b:1::808:808]/barn.jpg";
  expect(parseSourceUrl(other, withPrivate("64:ff9b::/96"))).toMatchObject({ isAllowed: false });
});
