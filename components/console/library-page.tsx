import { numberColumn } from "@/components/account/number-column";
import { Banner } from "@/components/ui/banner";
import button from "@/components/ui/button.module.css";
import { DataTable } from "@/components/ui/data-table";
import primitives from "@/components/ui/primitives.module.css";
import { RichText } from "@/components/ui/rich-text";
import { Facts, PageSection } from "@/components/ui/split-page";
import split from "@/components/ui/split-page.module.css";
import type { LibraryScan, LibrarySource } from "@/lib/contract/console";
import { agoText } from "@/lib/messages/ago-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import styles from "./console.module.css";
import { ConsoleFrame } from "./console-frame";
import type { Paged } from "./console-view";
import { ListPages } from "./list-pages";
import { ScanProgress } from "./scan-progress";

/** A page of the files of a source that its scan skipped. */
type SkippedView = {
  /** The source's number. */
  source: number;
  files: readonly { path: string; reason: string }[];
  paged: Paged;
};

type LibraryPageProps = {
  scan: LibraryScan;
  sources: readonly LibrarySource[];
  /** The skipped files of one source; null to show only the reasons. */
  listed: SkippedView | null;
  nowMs: number;
  done: string | null;
};

/** The library's sources, the current scan, and the skipped files with reasons. */
export function LibraryPage({ scan, sources, listed, nowMs, done }: LibraryPageProps) {
  return (
    <ConsoleFrame
      place="library"
      done={done}
      actions={
        sources.length > 1 && <Rescan source="" name={consoleMessages("rescanAll")} isBare />
      }
    >
      <ScanProgress scan={scan} />
      {sources.length === 0 && <p className={primitives.note}>{consoleMessages("noSources")}</p>}
      {sources.map((source) => (
        <SourceSection
          key={source.number}
          source={source}
          listed={listed?.source === source.number ? listed : null}
          nowMs={nowMs}
        />
      ))}
    </ConsoleFrame>
  );
}

type SourceSectionProps = { source: LibrarySource; listed: SkippedView | null; nowMs: number };

function SourceSection({ source, listed, nowMs }: SourceSectionProps) {
  const { number, location, kind, problem, pictureCount, scannedAtMs, isScanning, skipped } =
    source;
  return (
    <PageSection
      id={`source-${number}`}
      title={location}
      actions={
        !isScanning && (
          <Rescan
            source={String(number)}
            name={consoleMessages("rescan")}
            label={consoleMessages("rescanLabel", { location })}
          />
        )
      }
    >
      <div className={styles.source}>
        <Facts
          facts={[
            consoleMessages("sourceKind", { kind }),
            consoleMessages("sourcePictures", { count: pictureCount }),
            scanText(source, nowMs),
          ]}
        />
        {problem !== null && scannedAtMs !== null && (
          <Banner
            isBad
            title={
              <RichText
                parts={consoleMessages.parts("sourceProblem", {
                  problem: <bdi lang="en">{problem}</bdi>,
                })}
              />
            }
          />
        )}
        {skipped.length === 0 ? (
          <p className={primitives.note}>{consoleMessages("noneSkipped")}</p>
        ) : (
          <Reasons source={source} isListed={listed !== null} />
        )}
        {listed !== null && listed.files.length > 0 && <SkippedFiles listed={listed} />}
      </div>
    </PageSection>
  );
}

function Reasons({ source, isListed }: { source: LibrarySource; isListed: boolean }) {
  const { number, location, skipped } = source;
  const count = skipped.reduce((sum, { fileCount }) => sum + fileCount, 0);
  const href = isListed ? "/console/library" : `/console/library?skipped=${number}`;
  return (
    <>
      <DataTable
        label={consoleMessages("skippedBecause")}
        isNarrow
        rows={skipped}
        keyOf={({ reason }) => reason}
        columns={[
          {
            name: consoleMessages("skippedBecause"),
            cell: ({ reason }) => <bdi lang="en">{reason}</bdi>,
          },
          numberColumn(consoleMessages("files"), "fileCount"),
        ]}
      />
      <p>
        <a
          className={`${button.bare} ${split.flushStart}`}
          href={`${href}#source-${number}`}
          aria-label={
            isListed
              ? consoleMessages("hideSkippedLabel", { location })
              : consoleMessages("listSkippedLabel", { count, location })
          }
        >
          {isListed ? consoleMessages("hideSkipped") : consoleMessages("listSkipped", { count })}
        </a>
      </p>
    </>
  );
}

function SkippedFiles({ listed: { source, files, paged } }: { listed: SkippedView }) {
  return (
    <div>
      <DataTable
        label={consoleMessages("skippedFiles")}
        rows={files}
        keyOf={({ path }) => path}
        columns={[
          { name: consoleMessages("file"), cell: ({ path }) => <bdi dir="ltr">{path}</bdi> },
          {
            name: consoleMessages("skippedBecause"),
            cell: ({ reason }) => <bdi lang="en">{reason}</bdi>,
          },
        ]}
      />
      <ListPages
        of={paged}
        hrefOf={(page) => `/console/library?skipped=${source}&page=${page}#source-${source}`}
      />
    </div>
  );
}

function scanText({ isScanning, scannedAtMs }: LibrarySource, nowMs: number): string {
  if (isScanning) return consoleMessages("scanningNow");
  if (scannedAtMs === null) return consoleMessages("neverScanned");
  return consoleMessages("scannedAt", { when: agoText(scannedAtMs, nowMs) });
}

type RescanProps = { source: string; name: string; label?: string; isBare?: boolean };

function Rescan({ source, name, label, isBare = false }: RescanProps) {
  return (
    <form action="/console/library/scan" method="post">
      <input type="hidden" name="source" value={source} />
      <button type="submit" className={isBare ? button.bare : button.button} aria-label={label}>
        {name}
      </button>
    </form>
  );
}
