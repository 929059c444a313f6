import { startFixtureService } from "../../support/servers/fixture-service";
import { REMOTE_FAILURES } from "./remote-failures";

export const FIXTURE_PORT = 3103;
export const FIXTURE_KEY = "fixture-key-of-the-journeys";

/** Runs the remote service of the `remote` installation for the whole test run. */
export default async function startFixture(): Promise<() => Promise<void>> {
  const service = await startFixtureService({ port: FIXTURE_PORT, key: FIXTURE_KEY });
  for (const [words, { answer }] of Object.entries(REMOTE_FAILURES)) {
    service.answerTo(words, answer);
  }
  return () => service.stop();
}
