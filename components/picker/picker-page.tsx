import type { PickerMode } from "@/lib/contract/picker";

type PickerPageProps = { caller: { origin: string; session: string; mode: PickerMode } };

export function PickerPage({ caller }: PickerPageProps) {
  return <main id="main">{caller.origin}</main>;
}
