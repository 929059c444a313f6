import type { Metadata } from "next";
import { CollectionsPage } from "@/components/collections/collections-page";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { CollectionsStage } from "./collections-stage";

export const generateMetadata = (): Metadata => ({
  title: resultsMessages("pageTitle", { page: collectionsMessages("title") }),
  robots: { index: false },
});

export default function CollectionsRoute() {
  return (
    <CollectionsStage title={collectionsMessages("title")}>
      <CollectionsPage />
    </CollectionsStage>
  );
}
