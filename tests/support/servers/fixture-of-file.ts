import { afterAll, beforeEach } from "vitest";
import { type FixtureService, startFixtureService } from "./fixture-service";

/**
 * Starts the fixture service for the tests of a file. Each test begins without recorded searches, and
 * with real searches instead of a scripted response.
 */
export async function fixtureOfFile(): Promise<FixtureService> {
  const fixture = await startFixtureService();
  afterAll(() => fixture.stop());
  beforeEach(() => {
    fixture.searches.length = 0;
    fixture.answerWith(null);
  });
  return fixture;
}
