/**
 * Runs the thumbnail pipeline in a network namespace where every forbidden IP address is local, and
 * tries to make it connect to one. Prints a `LabReport` as JSON for `thumbnails-lab.test.ts`.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSigner } from "@/lib/thumbnails/signature";
import { createThumbnailPipeline } from "@/lib/thumbnails/thumbnail-pipeline";
import { startCanary } from "./canary";
import {
  FORBIDDEN_V4,
  FORBIDDEN_V6,
  PUBLIC_V4,
  PUBLIC_V6,
  REDIRECT_TARGETS,
  SPELLINGS,
} from "./vectors";

export type LabReport = {
  /** Forbidden IP addresses that a client without checks reached; proves that the canaries work. */
  naive: number;
  /** Connections of the pipeline to a canary. */
  forbidden: string[];
  /** Statuses of the fetches that must succeed. */
  allowed: Record<string, number>;
  /** Attacks that returned an image. */
  shown: string[];
  attacks: number;
  rebindings: number;
  /** Connections to the public IP address of the rebinding names. */
  rebindingsReached: number;
};

const KEY = "a key for the lab, thirty-two bytes or more";
const REBINDINGS = 10_000;
const [decoderPath = "", photographPath = ""] = process.argv.slice(2);
const photograph = readFileSync(photographPath);

const canary = await startCanary(respond);
const questions = new Map<string, number>();
const dataDir = mkdtempSync(join(tmpdir(), "vitrine-lab-"));
const thumbnails = createThumbnailPipeline({
  keys: [KEY],
  dataDir,
  cacheBytesMax: 50_000_000,
  ownHosts: ["vitrine.example"],
  allowedPrivateHosts: [],
  readLibraryImage: async () => null,
  decoderPath,
  visitorLimits: { perMinute: 1e9 },
  deadlines: { connectMs: 300, firstByteMs: 1_000, dnsMs: 300 },
  resolveHost: async (hostname) => resolve(hostname),
});
// Signs URLs that the product would refuse to sign: a signature must not be the only check.
const signer = createSigner([KEY]);

const report: LabReport = {
  naive: await attackUnchecked(),
  forbidden: [],
  allowed: {},
  shown: [],
  attacks: 0,
  rebindings: 0,
  rebindingsReached: 0,
};
canary.forbidden.length = 0;

for (const url of [
  `http://${PUBLIC_V4}/picture`,
  `http://[${PUBLIC_V6}]/picture`,
  "http://public.example/picture",
  "http://PUBLIC.example./picture2",
  `http://public.example/redirect/302/${encodeURIComponent("/picture")}`,
]) {
  report.allowed[url] = await statusOf(url);
}
if (!(await opens(`http://${PUBLIC_V4}/picture`))) report.allowed.original = 0;
await attackAll([
  ...SPELLINGS,
  "http://127.0.0.1\t.private.example/",
  ...FORBIDDEN_V4.map((address) => `http://${address}/picture`),
  ...FORBIDDEN_V6.map((address) => `http://[${address}]/picture`),
  ...[...FORBIDDEN_V4, ...FORBIDDEN_V6].map(
    (address) => `http://${nameOf("only", address)}/picture`,
  ),
  ...[...FORBIDDEN_V4, ...FORBIDDEN_V6].flatMap((address) => [
    `http://${nameOf("after", address)}/picture`,
    `http://${nameOf("before", address)}/picture`,
  ]),
  ...["private", "mixed", "empty", "missing", "silent", "many", "garbage", "zone"].map(
    (name) => `http://${name}.example/picture`,
  ),
  ...[301, 302, 303, 307, 308].flatMap((status) =>
    REDIRECT_TARGETS.map(
      (to) => `http://public.example/redirect/${status}/${encodeURIComponent(to)}`,
    ),
  ),
  ...[300, 304, 305, 306].map(
    (status) =>
      `http://public.example/redirect/${status}/${encodeURIComponent("http://127.0.0.1/")}`,
  ),
  "http://public.example/loop",
  "http://public.example/twice",
]);
await rebind();
report.forbidden = [...new Set(canary.forbidden)];
thumbnails.close();
canary.close();
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(JSON.stringify(report));
process.exit(0);

function nameOf(kind: string, address: string): string {
  return `${kind}-${Buffer.from(address).toString("hex")}.example`;
}

/** Resolves the lab's names. `flip` and `flop` names change their answer every n-th time. */
function resolve(hostname: string): string[] {
  const asked = (questions.get(hostname) ?? 0) + 1;
  questions.set(hostname, asked);
  const [kind = "", hex = ""] = hostname.replace(/\.example$/, "").split("-");
  const address = Buffer.from(hex, "hex").toString();
  if (kind === "only") return [address];
  if (kind === "after") return [PUBLIC_V4, address];
  if (kind === "before") return [address, PUBLIC_V6];
  if (kind === "flip") return asked % Number(hex) === 0 ? ["127.0.0.1"] : [PUBLIC_V4];
  if (kind === "flop") return asked % Number(hex) === 0 ? [PUBLIC_V6] : ["::1"];
  const answers: Record<string, string[]> = {
    "public.example": [PUBLIC_V4, PUBLIC_V6],
    "private.example": ["10.0.0.1"],
    "127.0.0.1.private.example": ["127.0.0.1"],
    "mixed.example": [PUBLIC_V4, "::1"],
    "empty.example": [],
    "many.example": new Array<string>(1_000).fill(PUBLIC_V4),
    "garbage.example": ["127.1", "localhost", "\0"],
    "zone.example": ["fe80::1%lo"],
  };
  const found = answers[hostname.toLowerCase()];
  if (found === undefined) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
  return found;
}

function respond(socket: Socket, path: string): void {
  const [, kind = "", status = "", to = ""] = path.split("/");
  const head = (line: string, more = "") => `HTTP/1.1 ${line}\r\n${more}Content-Length: `;
  if (kind.startsWith("picture")) {
    socket.write(`${head("200 OK")}${photograph.length}\r\n\r\n`);
    socket.end(photograph);
  } else if (kind === "redirect") {
    socket.end(`${head(`${status} Moved`, `Location: ${decodeURIComponent(to)}\r\n`)}0\r\n\r\n`);
  } else if (kind === "loop") {
    socket.end(`${head("302 Moved", "Location: /loop\r\n")}0\r\n\r\n`);
  } else if (kind === "twice") {
    socket.end(
      `${head("302 Moved", "Location: /picture\r\nLocation: http://127.0.0.1/\r\n")}0\r\n\r\n`,
    );
  } else {
    socket.end(`${head("404 Not Found")}0\r\n\r\n`);
  }
}

async function statusOf(url: string): Promise<number> {
  return (await ask(`${signer.sign(url, 320, 320).path}320`)).status;
}

function ask(target: string): Promise<Response> {
  const { signal } = new AbortController();
  return thumbnails.handle({ headers: new Headers() }, { visitor: "attacker", signal, target });
}

/** Whether a visitor would get the original of a URL that this server had shown. */
async function opens(url: string): Promise<boolean> {
  const caller = { visitor: "attacker", signal: new AbortController().signal };
  const opened = await thumbnails.openOriginal(url, caller).catch(() => null);
  await opened?.body.cancel();
  return opened !== null;
}

async function attackAll(urls: string[]): Promise<void> {
  for (const url of urls) {
    report.attacks += 1;
    if ((await statusOf(url)) === 200) report.shown.push(url);
    // URLs that the product does sign must fail as well.
    const found = thumbnails.sign(url, 160);
    if (found !== null) await ask(`${found.path}160`);
    const caller = { visitor: "attacker", signal: new AbortController().signal };
    const { kind } = await thumbnails.askHost(url, caller);
    if (kind === "image") report.shown.push(`still there ${url}`);
    if (await opens(url)) report.shown.push(`original ${url}`);
  }
}

/** Tests DNS rebinding: names whose answer changes between two lookups. */
async function rebind(): Promise<void> {
  const before = canary.reached.get(PUBLIC_V4) ?? 0;
  const one = async (n: number) => {
    const name = n % 5 === 4 ? `flop-${2 + (n % 3)}` : `flip-${2 + (n % 4)}`;
    if ((await statusOf(`http://${name}.example/none/${n}`)) === 200) report.shown.push(name);
  };
  for (let n = 0; n < REBINDINGS; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, more) => one(n + more)));
    report.rebindings += 20;
  }
  report.rebindingsReached = (canary.reached.get(PUBLIC_V4) ?? 0) - before;
}

/** Proves, with a client that checks nothing, that the canaries work. */
async function attackUnchecked(): Promise<number> {
  const urls = [
    "http://127.1/",
    "http://0/",
    "http://[::]/",
    "http://2852039166/",
    "http://10.0.0.1/",
    "http://[fd00:ec2::254]/",
    "http://168.63.129.16/",
  ];
  for (const url of urls) await fetch(url).catch(() => {});
  return new Set(canary.forbidden).size;
}
