import { SharedPage } from "@/components/collections/shared-page";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { pageMetadata } from "../../page-metadata";
import { CollectionsStage } from "../collections-stage";

/** The collection is in the link's fragment, which the server never receives. */
export const generateMetadata = pageMetadata(() => collectionsMessages("one"));

export default function SharedRoute() {
  return (
    <CollectionsStage title={collectionsMessages("one")} hasLanguages={false}>
      <SharedPage />
    </CollectionsStage>
  );
}
