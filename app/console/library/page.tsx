import { LibraryPage } from "@/components/console/library-page";
import { vitrine } from "@/lib/page-bridge";
import { consolePage, doneText, pagedOf } from "../console-page";

const { generateMetadata, Page } = consolePage("library", async ({ parameters, asked, notice }) => {
  const { console } = vitrine();
  // 0: no list of skipped files is open.
  const source = Number(parameters.get("skipped")) || 0;
  const [{ scan, sources }, skipped] = await Promise.all([
    console.library(),
    source > 0 ? console.skippedFiles(source, asked) : null,
  ]);
  return (
    <LibraryPage
      scan={scan}
      sources={sources}
      listed={skipped && { source, files: skipped.files, paged: pagedOf(asked, skipped.count) }}
      nowMs={Date.now()}
      done={doneText(notice)}
    />
  );
});

export { generateMetadata };
export default Page;
