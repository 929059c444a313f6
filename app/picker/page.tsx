import type { Metadata } from "next";
import { notFound } from "next/navigation";
// Both pages share one chunk of scripts: otherwise the bundler splits that of the results page in two,
// which is a kilobyte larger.
import "@/components/search/page/results-page";
import { Picker } from "@/components/picker/picker";
import type { FirstAnswer } from "@/components/picker/picker-screen";
import { PlainPalette } from "@/components/refinement/plain-palette";
import { MoreImages } from "@/components/search/results/more-images";
import { config } from "@/lib/config";
import type { SearchOffer } from "@/lib/contract/search-offer";
import { readAsked, searchApiUrl } from "@/lib/core/query/search-outcome";
import { pickerMessages } from "@/lib/messages/compiled/picker";
import { readPickerCaller } from "@/lib/picker/caller";
import { readLabel, readSearchOffer } from "../read-label";
import { readOutcome } from "../read-outcome";
import { type SearchParams, toParameters } from "../to-parameters";

type PickerProps = { searchParams: SearchParams };

export const generateMetadata = (): Metadata => ({
  title: pickerMessages("pageTitle"),
  robots: { index: false, follow: false },
});

/**
 * For a caller that the operator listed; proxy.ts answers all others. Opening it never pays for a search:
 * it shows the images of the start query that its URL names, if they can be looked up
 * (docs/decisions/0066-the-picker-protocol.md).
 */
export default async function PickerPage({ searchParams }: PickerProps) {
  const parameters = toParameters(await searchParams);
  const caller = readPickerCaller(parameters, config().pickerOrigins);
  if (caller.kind === "refused") notFound();
  const { origin, session, mode } = caller;
  const [service, searchOffer] = await Promise.all([readLabel(), readSearchOffer()]);
  return (
    <Picker
      caller={{ origin, session, mode }}
      first={await firstOf(parameters, searchOffer)}
      service={service}
      searchOffer={searchOffer}
    />
  );
}

/**
 * Returns the answer to the start query; null if there is none, if it is not cached, and if the URL asks for
 * more than strict safe search allows, because a program cannot loosen it.
 */
async function firstOf(
  parameters: URLSearchParams,
  searchOffer: SearchOffer,
): Promise<FirstAnswer | null> {
  const asked = readAsked(parameters);
  if (asked.kind !== "query" || asked.query.safesearch !== "strict") return null;
  const outcome = await readOutcome(parameters.toString());
  if (outcome?.kind !== "answer") return null;
  const { answer } = outcome;
  return {
    known: { [searchApiUrl(asked.query)]: outcome },
    palette: <PlainPalette answer={answer} parameters={parameters} />,
    more: <MoreImages answer={answer} searchOffer={searchOffer} />,
  };
}
