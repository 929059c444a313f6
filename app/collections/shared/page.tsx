import type { Metadata } from "next";
import { SharedPage } from "@/components/collections/shared-page";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { CollectionsStage } from "../collections-stage";

/** The collection is in the link's fragment, which the server never receives. */
export const generateMetadata = (): Metadata => ({
  title: resultsMessages("pageTitle", { page: collectionsMessages("one") }),
  robots: { index: false },
});

export default function SharedRoute() {
  return (
    <CollectionsStage title={collectionsMessages("one")}>
      <SharedPage />
    </CollectionsStage>
  );
}
