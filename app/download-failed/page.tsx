import type { Metadata } from "next";
import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import { parseFailedDownload } from "@/lib/core/exports/failed-download";
import { failureMessages } from "@/lib/messages/compiled/failure";
import { lightboxMessages } from "@/lib/messages/compiled/lightbox";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { failureText } from "@/lib/messages/failure-text";
import { PageFrame } from "../page-frame";
import { readLabel } from "../read-label";
import { toParameters } from "../to-parameters";

type FailedDownloadProps = {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = (): Metadata => ({
  title: resultsMessages("pageTitle", { page: lightboxMessages("downloadFailed") }),
  robots: { index: false, follow: false },
});

/** Explains why a form's download failed, with a link back to the image (POST /api/original). */
export default async function FailedDownloadPage({ searchParams }: FailedDownloadProps) {
  const { code, back } = parseFailedDownload(toParameters(await searchParams));
  const service = await readLabel();
  const { title, message, action } = failureText(code);
  return (
    <PageFrame service={service}>
      <Screen sign="crack" title={title}>
        <p>{message}</p>
        <p className={screen.action}>{action}</p>
        <div className={screen.actions}>
          <a className={button.main} href={back ?? "/"}>
            {back === null ? failureMessages("home") : lightboxMessages("backToImage")}
          </a>
        </div>
      </Screen>
    </PageFrame>
  );
}
