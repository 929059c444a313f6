/**
 * Uses up this process's open files, then starts decoders and reads a picture. Arguments: the decoder's
 * program, a picture's folder, its name. Writes what happened as JSON.
 */
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DecoderDied, startDecoder } from "@/lib/decoding/decoder-process";
import { createSandboxedStart } from "@/lib/decoding/decoders";
import { createInspector } from "@/lib/decoding/inspector";
import { setLogLevel } from "@/lib/platform/log";
import { readPicture } from "@/lib/service/library/read-picture";

setLogLevel("silent");
const FREE_MAX = 12;
const [path = "", root = "", name = ""] = process.argv.slice(2);
const program = { path, hiddenPaths: [], isBackground: false };
const bytes = readFileSync(join(root, name));
const open: number[] = [];

function openAll(): void {
  try {
    for (;;) open.push(openSync("/dev/null", "r"));
  } catch {
    // The limit is reached.
  }
}

function close(count: number): void {
  for (const file of open.splice(0, count)) closeSync(file);
}

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (cause) => cause.code ?? cause.constructor.name,
  );

const inspector = createInspector(program);
openAll();
const unread = await outcomeOf(readPicture({ root, path: name }, inspector));
close(open.length);
// Loads everything that a start needs.
(await startDecoder("bare", program)).kill();
const starts: string[] = [];
for (let free = 0; free <= FREE_MAX; free += 1) {
  openAll();
  close(free);
  const started = startDecoder("bare", program).then((decoder) => decoder.kill());
  starts.push(await outcomeOf(started));
}
openAll();
const detection = await outcomeOf(createSandboxedStart(startDecoder).start(program));
const inspected = outcomeOf(inspector.inspect(bytes));
// The first attempts have failed by then; the inspector repeats the job later.
setTimeout(() => close(open.length), 500);
const said = { starts, died: DecoderDied.name, detection, unread, inspected: await inspected };
inspector.close();
process.stdout.write(JSON.stringify(said));
