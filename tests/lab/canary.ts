import { createServer, type Server, type Socket } from "node:net";
import { PUBLIC_V4, PUBLIC_V6 } from "./vectors";

const PORTS = [80, 443, 22, 25, 3000, 5432, 6379, 8080, 11_211];

export type Canary = {
  /** `address port` of every forbidden connection. */
  forbidden: string[];
  /** Number of allowed connections, by IP address. */
  reached: Map<string, number>;
  close(): void;
};

/** Listens on every IP address of the namespace, on common ports, and records connections. */
export async function startCanary(
  respond: (socket: Socket, path: string) => void,
): Promise<Canary> {
  const forbidden: string[] = [];
  const reached = new Map<string, number>();
  const servers: Server[] = [];
  for (const port of PORTS) {
    const server = createServer((socket) => {
      const address = (socket.localAddress ?? "").replace(/^::ffff:/, "");
      const isPublic = (address === PUBLIC_V4 || address === PUBLIC_V6) && port === 80;
      if (isPublic) reached.set(address, (reached.get(address) ?? 0) + 1);
      else forbidden.push(`${address} ${port}`);
      socket.on("error", () => {});
      socket.once("data", (data) => respond(socket, data.toString("latin1").split(" ")[1] ?? ""));
    });
    await new Promise<void>((resolve) => server.listen(port, "::", 4_096, resolve));
    servers.push(server);
  }
  return {
    forbidden,
    reached,
    close: () => {
      for (const server of servers) server.close();
    },
  };
}
