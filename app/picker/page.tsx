import type { Metadata } from "next";
import { notFound } from "next/navigation";
// Both pages share one chunk of scripts: otherwise the bundler splits that of the results page in two,
// which is a kilobyte larger.
import "@/components/search/page/results-page";
import { Picker } from "@/components/picker/picker";
import { SearchField } from "@/components/search/form/search-field";
import { config } from "@/lib/config";
import { readPickerCaller } from "@/lib/http/picker-caller";
import { pickerMessages } from "@/lib/messages/compiled/picker";
import { readLabel, readNewSearch } from "../read-label";
import { type SearchParams, toParameters } from "../to-parameters";

type PickerProps = { searchParams: SearchParams };

export const metadata: Metadata = {
  title: pickerMessages("pageTitle"),
  robots: { index: false, follow: false },
};

/** For a caller that the operator listed; proxy.ts answers all others. Opening it never searches. */
export default async function PickerPage({ searchParams }: PickerProps) {
  const caller = readPickerCaller(toParameters(await searchParams), config().pickerOrigins);
  if (caller.kind === "refused") notFound();
  const { origin, session, mode } = caller;
  const [service, newSearch] = await Promise.all([readLabel(), readNewSearch()]);
  return (
    <Picker
      opening={{ origin, session, mode }}
      field={<SearchField />}
      service={service}
      newSearch={newSearch}
    />
  );
}
