import { CollectionsPage } from "@/components/collections/collections-page";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { pageMetadata } from "../page-metadata";
import { CollectionsStage } from "./collections-stage";

export const generateMetadata = pageMetadata(() => collectionsMessages("title"));

export default function CollectionsRoute() {
  return (
    <CollectionsStage title={collectionsMessages("title")}>
      <CollectionsPage />
    </CollectionsStage>
  );
}
