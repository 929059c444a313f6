import { SharedPage } from "@/components/collections/shared-page";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { pageMetadata } from "../../page-metadata";
import { readLabel } from "../../read-label";
import { CollectionsStage } from "../collections-stage";

/** The collection is in the link's fragment, which the server never receives. */
export const generateMetadata = pageMetadata(() => collectionsMessages("one"));

export default async function SharedRoute() {
  const service = await readLabel();
  return (
    <CollectionsStage title={collectionsMessages("one")}>
      <SharedPage service={service} />
    </CollectionsStage>
  );
}
