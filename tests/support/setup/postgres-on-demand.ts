import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgresServer } from "../databases/postgres-server";
import { listen } from "../servers/listen";

declare module "vitest" {
  export interface ProvidedContext {
    /** Answers with the URL of the test run's PostgreSQL server, which the first request starts. */
    postgresStarter: string;
  }
}

/**
 * One PostgreSQL server per test run, started when the first test file asks for it: most runs during
 * development need none. VITRINE_TEST_DATABASE_URL names another one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | null = null;
  const starter = createServer((_, response) => {
    // A kept connection may end just as a test file that stood still sends its next request.
    response.setHeader("connection", "close");
    server ??= startPostgresServer();
    server.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  project.provide("postgresStarter", await listen(starter));
  return async () => {
    starter.close();
    await (await server?.catch(() => null))?.remove();
  };
}
