import button from "@/components/ui/button.module.css";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import { parseFailedDownload } from "@/lib/core/exports/failed-download";
import { failureMessages } from "@/lib/messages/compiled/failure";
import { lightboxMessages } from "@/lib/messages/compiled/lightbox";
import { failureText } from "@/lib/messages/failure-text";
import { PageFrame } from "../page-frame";
import { pageMetadata } from "../page-metadata";
import { type SearchParams, toParameters } from "../to-parameters";

type FailedDownloadProps = {
  searchParams: SearchParams;
};

export const generateMetadata = pageMetadata(() => lightboxMessages("downloadFailed"), {
  follow: false,
});

/** Explains why a form's download failed, with a link back to the image (POST /api/original). */
export default async function FailedDownloadPage({ searchParams }: FailedDownloadProps) {
  const { code, back } = parseFailedDownload(toParameters(await searchParams));
  const { title, message, action } = failureText(code);
  return (
    <PageFrame>
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
