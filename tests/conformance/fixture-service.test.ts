import { FIXTURE_PICTURES } from "@/tests/support/pictures/fixture-pictures";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { describeInterface } from "./interface-suite";

describeInterface({
  name: "the fixture service",
  start: () => startFixtureService(),
  query: "sea",
  pictures: FIXTURE_PICTURES.filter(({ keywords }) => keywords.includes("sea")),
});
