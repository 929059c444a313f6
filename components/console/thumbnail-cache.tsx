import { ProgressBar } from "@/components/ui/progress-bar";
import { Facts } from "@/components/ui/split-page";
import type { ThumbnailsTab } from "@/lib/contract/console";
import { byteText } from "@/lib/messages/byte-text";
import { consoleMessages } from "@/lib/messages/compiled/console";
import styles from "./console.module.css";

/** How full the thumbnail cache is, and how many thumbnails are being made. */
export function ThumbnailCache({ bytesUsed, bytesMax, count, queue }: ThumbnailsTab) {
  const used = consoleMessages("cacheUsed", { used: byteText(bytesUsed), max: byteText(bytesMax) });
  return (
    <div className={styles.scan}>
      <p className={styles.strong}>{used}</p>
      <ProgressBar label={used} value={Math.min(bytesUsed, bytesMax)} max={bytesMax} />
      <Facts
        facts={[
          consoleMessages("thumbnailCount", { count }),
          consoleMessages("queueRunning", { count: queue.running }),
          consoleMessages("queueWaiting", { count: queue.waiting }),
        ]}
      />
    </div>
  );
}
