import { LibraryPage } from "@/components/console/library-page";
import { vitrine } from "@/lib/page-bridge";
import { readNotice } from "../../read-notice";
import { signedInOperator } from "../../signed-in";
import { toParameters } from "../../to-parameters";
import {
  askedPage,
  type ConsoleRouteProps,
  ConsoleShell,
  consoleMetadata,
  doneText,
  pagedOf,
} from "../console-shell";

export const generateMetadata = () => consoleMetadata("library");

export default async function LibraryRoute(props: ConsoleRouteProps) {
  const principal = await signedInOperator("/console/library");
  const { console } = vitrine();
  const asked = await askedPage(props);
  // 0: no source's files are listed.
  const source = Number(toParameters(await props.searchParams).get("skipped")) || 0;
  const [{ scan, sources }, skipped, notice] = await Promise.all([
    console.library(),
    source > 0 ? console.skippedFiles(source, asked) : null,
    readNotice(principal),
  ]);
  return (
    <ConsoleShell>
      <LibraryPage
        scan={scan}
        sources={sources}
        listed={skipped && { source, files: skipped.files, paged: pagedOf(asked, skipped.count) }}
        nowMs={Date.now()}
        done={doneText(notice)}
      />
    </ConsoleShell>
  );
}
