import { installation, test } from "./support/journey";
import { launch } from "./support/launch";
import { Visitor } from "./support/visitor";

test("without JavaScript a form searches, and an image opens", async ({ visitor, engineName }) => {
  const { origin } = installation();
  await visitor.open("/search?q=sea");
  // A driver finds elements by scripts, so the other browser presses at the same points.
  const field = await visitor.place("input[type=search]");
  const image = await visitor.place("[data-image-id] > a");
  const plain = await launch(engineName, false);
  try {
    const other = new Visitor(plain, origin);
    await other.goTo(`${origin}/search?q=sea`);
    await other.clickAt(field);
    await other.press("Control+a");
    await other.type("mountain");
    await other.press("Enter");
    await other.untilAt(/\/search\?q=mountain$/);
    // The URL is there before the page. Opening it again waits for the page.
    await other.goTo(`${origin}/search?q=mountain`);
    await other.clickAt(image);
    await other.untilAt(/\?q=mountain&image=\w+$/);
  } finally {
    await plain.close();
  }
});
