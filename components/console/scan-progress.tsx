import { ProgressBar } from "@/components/ui/progress-bar";
import { Facts } from "@/components/ui/split-page";
import type { LibraryScan } from "@/lib/contract/console";
import { consoleMessages } from "@/lib/messages/compiled/console";
import styles from "./console.module.css";
import { RefreshSoon } from "./refresh-soon";

/** The progress of a scan, updated while scripts run; empty between scans. */
export function ScanProgress({ scan }: { scan: LibraryScan }) {
  const { isScanning, location, doneCount, totalCount, skippedCount } = scan;
  if (!isScanning) return null;
  const { filesPerSecond, secondsLeft } = scan;
  const total = totalCount ?? 0;
  const facts = [
    ...(total > 0
      ? [consoleMessages("scanPercent", { value: Math.floor((doneCount / total) * 100) })]
      : []),
    ...(filesPerSecond !== null
      ? [consoleMessages("filesPerSecond", { count: Math.round(filesPerSecond) })]
      : []),
    ...(secondsLeft !== null ? [consoleMessages("secondsLeft", { count: secondsLeft })] : []),
    ...(skippedCount > 0 ? [consoleMessages("skippedCount", { count: skippedCount })] : []),
  ];
  return (
    <div className={styles.scan}>
      <p className={styles.strong}>
        {total > 0
          ? consoleMessages("scanning", { done: doneCount, total })
          : consoleMessages("counting")}
      </p>
      <ProgressBar
        label={consoleMessages("scanProgress")}
        value={Math.min(doneCount, total)}
        max={total}
      />
      <Facts
        facts={[
          ...facts,
          ...(location === null
            ? []
            : [<bdi key="location">{consoleMessages("scanOf", { location })}</bdi>]),
        ]}
      />
      <RefreshSoon />
    </div>
  );
}
