import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlainRefinement } from "@/components/refinement/plain-refinement";
import { anAnswer, anImage } from "../support/on-search-page";

test.each([
  [{ kind: "demo", pictureCount: 2, examples: ["sea"] } as const, "Refine (free)"],
  [{ kind: "remote", host: "images.example.com" } as const, "Refine (may use 1 search)"],
])("without scripts the button shows what refining may cost: %o", (service, label) => {
  const answer = anAnswer({ service, images: [anImage(), anImage({ id: "two" })] });
  const html = renderToStaticMarkup(
    <PlainRefinement answer={answer} parameters={new URLSearchParams("q=barn")} />,
  );
  expect(html).toContain(`>${label}</button>`);
});
