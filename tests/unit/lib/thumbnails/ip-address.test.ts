import { expect, test } from "vitest";
import { isPublic, parseIpAddress } from "@/lib/thumbnails/ip-address";
import { repetitions } from "@/tests/support/deep";
import {
  isPublicNumberV4,
  isPublicNumberV6,
  textOfV4,
  textOfV6,
} from "@/tests/support/requests/reserved-networks";

function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== null && isPublic(address);
}

const REFUSED = `
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.0 100.127.255.255 100.100.100.200 127.0.0.1
127.255.255.254 168.63.129.16 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1
192.0.0.192 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1
198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::2 ::7f00:1 ::a9fe:a9fe ::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:8.8.8.8 ::ffff:0:7f00:1
::127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::a9fe:a9fe 100::1 100:0:0:1::1 2001::1
2001::80ff:fffe 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:db8::1
2002:7f00:1:: 2002:a9fe:a9fe::1 2620:4f:8000::1 2600:1f00::5efe:a00:1 2600:1f00::200:5efe:a00:1
3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%lo fec0::1 ff02::1 ff0e::1`;

const ALLOWED = `
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0
192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255 168.63.129.15 168.63.129.17
2606:4700::1111 2a00:1450:4001::1 2001:4860:4860::8888 2001:200::1 3ffe::1`;

const list = (text: string) => text.trim().split(/\s+/);

test.each(list(REFUSED))("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(list(ALLOWED))("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  "",
  "127.1",
  "0177.0.0.1",
  "08.8.8.8",
  "8.8.8.8.",
  "8.8.8",
  "8.8.8.256",
  "0x8.8.8.8",
  "2130706433",
  "1.1.1.1 ",
  "[2606:4700::1111]",
  "2606:4700::1111%eth0",
  "2606:4700:::1111",
  "2606::4700::1",
  "2606:4700",
  "1:2:3:4:5:6:7:8:9",
  "2606:47000::1",
  "2606:4700::8.8.8",
  "pictures.example",
])("%j can't be read, so it is not public", (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

/** A small generator with a fixed seed, so that a failure can be reproduced. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
}

/** Mistakes are likeliest where blocks begin and end. */
const EDGES_V6 = [
  0x2001_0000n,
  0x2001_01ffn,
  0x2001_0200n,
  0x2001_0db8n,
  0x2001_0db9n,
  0x2002_0000n,
  0x2002_ffffn,
  0x2003_0000n,
  0x2620_004fn,
  0x3fff_0000n,
  0x3fff_0fffn,
  0x3fff_1000n,
  0x3fff_ffffn,
  0x1fff_ffffn,
  0x4000_0000n,
  0x0064_ff9bn,
  0x0000_0000n,
];

const ROUNDS = repetitions({ few: 50_000, all: 500_000 });

test(`a second implementation agrees on ${2 * ROUNDS} random addresses`, () => {
  const random = randomNumbers(20_261_120);
  const disagreements: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const value = BigInt(random());
    const text = textOfV4(value);
    if (isPublicAddress(text) !== isPublicNumberV4(value)) disagreements.push(text);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const top = BigInt(random());
    const isEdge = round % 2 === 0;
    const first = isEdge
      ? (EDGES_V6[round % EDGES_V6.length] ?? 0n)
      : (top % 0x2000_0000n) | 0x2000_0000n;
    const third = round % 5 === 0 ? (BigInt(random()) & 0x0300_0000n) | 0x5efen : BigInt(random());
    const second = round % 7 === 0 ? 0x8000_0000n : BigInt(random());
    const value = (first << 96n) | (second << 64n) | (third << 32n) | BigInt(random());
    const text = textOfV6(value);
    if (isPublicAddress(text) !== isPublicNumberV6(value)) disagreements.push(text);
  }
  expect(disagreements).toEqual([]);
});

test("the second implementation agrees at both ends of every IPv4 network of eight bits and more", () => {
  const disagreements: string[] = [];
  for (let network = 0n; network < 65_536n; network += 1n) {
    for (const value of [network << 16n, (network << 16n) | 0xffffn]) {
      const text = textOfV4(value);
      if (isPublicAddress(text) !== isPublicNumberV4(value)) disagreements.push(text);
    }
  }
  expect(disagreements).toEqual([]);
});
