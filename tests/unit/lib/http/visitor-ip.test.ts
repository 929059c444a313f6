import { describe, expect, test } from "vitest";
import { parseTrustedProxies, visitorName } from "@/lib/http/visitor-ip";

function addressOf(
  setting: string,
  { peer, forwarded }: { peer?: string; forwarded?: string },
): string {
  const trusted = parseTrustedProxies(setting);
  if (trusted === null) throw new Error(`can't be read: ${setting}`);
  return visitorName({ peer, forwardedFor: forwarded }, trusted);
}

describe("without a trusted proxy", () => {
  test("the peer's IP address counts, and the header is ignored", () => {
    expect(addressOf("", { peer: "203.0.113.9", forwarded: "198.51.100.1" })).toBe("203.0.113.9");
  });

  test("an IPv6 visitor counts as its /64, a mapped IPv4 visitor as its IPv4 address", () => {
    const one = addressOf("", { peer: "2001:db8:1:2:aaaa::1" });
    expect(one).toBe("2001:db8:1:2::/64");
    expect(addressOf("", { peer: "2001:db8:1:2:ffff:ffff:ffff:ffff" })).toBe(one);
    expect(addressOf("", { peer: "2001:db8:1:3::1" })).not.toBe(one);
    expect(addressOf("", { peer: "::ffff:203.0.113.9" })).toBe("203.0.113.9");
    expect(addressOf("", { peer: "fe80::1%eth0" })).toBe("fe80:0:0:0::/64");
  });

  test("without a recorded IP address the visitor is unknown", () => {
    expect(addressOf("", { forwarded: "198.51.100.1" })).toBe("unknown");
  });
});

describe("with trusted proxies", () => {
  const PEER = "10.0.0.2";

  test.each([
    ["1", "198.51.100.1", "198.51.100.1"],
    ["1", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
    ["2", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["2", "6.6.6.6, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["10.0.0.0/8", "6.6.6.6, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["10.0.0.2", "6.6.6.6, 198.51.100.1, 10.9.9.9", "10.9.9.9"],
    ["192.0.2.0/24", "198.51.100.1", "10.0.0.2"],
    ["10.0.0.0/8, 2001:db8::/32", "198.51.100.1, 2001:db8::5", "198.51.100.1"],
    ["1", "[2001:db8:7:7::1]:443", "2001:db8:7:7::/64"],
    ["1", "198.51.100.1:51234", "198.51.100.1"],
    ["1", "unknown", "unknown via 10.0.0.2"],
    ["1", "0x7f.1", "unknown via 10.0.0.2"],
    ["1", "<script>", "unknown via 10.0.0.2"],
    ["1", "", "10.0.0.2"],
    ["2", "198.51.100.1", "198.51.100.1"],
  ])("trusting %s, %s is %s", (setting, forwarded, visitor) => {
    expect(addressOf(setting, { peer: PEER, forwarded })).toBe(visitor);
  });

  test("a header of any length is parsed quickly", () => {
    const forwarded = `${"6.6.6.6,".repeat(50_000)}198.51.100.1`;
    expect(addressOf("1", { peer: PEER, forwarded })).toBe("198.51.100.1");
  });
});

test.each(["11", "-1", "10.0.0.0/33", "example.com", "10.0.0.0/8,,", "10.0.0.0/8 ::1"])(
  "the setting %s can't be read",
  (setting) => {
    expect(parseTrustedProxies(setting)).toBeNull();
  },
);
