import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PickerPage } from "@/components/picker/picker-page";
import { config } from "@/lib/config";
import { readPickerCaller } from "@/lib/http/picker-caller";
import { type SearchParams, toParameters } from "../to-parameters";

type PickerProps = { searchParams: SearchParams };

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** For a caller that the operator listed; proxy.ts answers all others. Opening it never searches. */
export default async function Picker({ searchParams }: PickerProps) {
  const caller = readPickerCaller(toParameters(await searchParams), config().pickerOrigins);
  if (caller.kind === "refused") notFound();
  const { origin, session, mode } = caller;
  return <PickerPage caller={{ origin, session, mode }} />;
}
