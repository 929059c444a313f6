import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { findNginx } from "@/lib/programs/nginx.mjs";
import { type Balancer, exchange, watchReadiness } from "./balancer";
import { freePort } from "./listen";

const CHECK_MS = 200;

type NginxOptions = {
  addresses: readonly string[];
  folder: string;
  port: number;
  /** False: the servers get every request for a thumbnail. */
  hasThumbnailCache?: boolean;
};

/**
 * Starts nginx with docs/deploy/nginx.conf in front of these servers. Its files are in `folder`.
 * `send` sends from the visitor's loopback address, which nginx passes on: 127.0.0.5 for 10.0.0.5.
 */
export async function startNginx(
  options: Omit<NginxOptions, "port"> & Partial<NginxOptions>,
): Promise<Balancer & { address: string }> {
  const { addresses, folder, port = await freePort() } = options;
  const args = nginxArguments({ ...options, port });
  const child = spawn(await findNginx(), args, { stdio: "inherit" });
  const address = `http://127.0.0.1:${port}`;
  await untilUp(address, join(folder, "error.log"));

  const readiness = watchReadiness(addresses, CHECK_MS);
  const agents = new Map<string, Agent>();
  function agentOf(visitor: string): Agent {
    const localAddress = visitor.replace(/^\d+/, "127");
    const agent = agents.get(visitor) ?? new Agent({ keepAlive: true, localAddress } as object);
    agents.set(visitor, agent);
    return agent;
  }
  return {
    ...readiness,
    address,
    send: (sent, visitor) => exchange(address, sent, agentOf(visitor)),
    async stop() {
      await readiness.stop();
      for (const agent of agents.values()) agent.destroy();
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Writes docs/deploy/nginx.conf for these servers into `folder`. @returns nginx's arguments */
export function nginxArguments({
  addresses,
  folder,
  port,
  hasThumbnailCache = true,
}: NginxOptions): string[] {
  const lines = addresses.map(
    (each) => `server 127.0.0.1:${new URL(each).port} max_fails=2 fail_timeout=2s;`,
  );
  const configuration = readFileSync("docs/deploy/nginx.conf", "utf8")
    .replace(/(?:\s+server server-\d:3000[^;]*;)+/, `\n    ${lines.join("\n    ")}`)
    .replace("listen 3000;", `listen ${port};`)
    .replace("proxy_cache thumbnails;", hasThumbnailCache ? "$&" : "proxy_cache off;")
    .replaceAll("/var/cache/nginx", join(folder, "cache"));
  mkdirSync(join(folder, "cache"), { recursive: true });
  const file = join(folder, "nginx.conf");
  const errors = join(folder, "error.log");
  // The cache's folder belongs to the user who runs this.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const own = `daemon off; pid ${join(folder, "nginx.pid")}; error_log ${errors}; ${user}`;
  writeFileSync(file, `${own}\n${configuration}`);
  return ["-c", file, "-e", errors];
}

async function untilUp(address: string, errors: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isUp = await fetch(`${address}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nginx does not answer: ${readFileSync(errors, "utf8")}`);
}
