import { CollectionPage } from "@/components/collections/collection-page";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { pageMetadata } from "../../page-metadata";
import { readLabel } from "../../read-label";
import { CollectionsStage } from "../collections-stage";

type CollectionRouteProps = { params: Promise<{ id: string }> };

/** The server does not know the collection's name. */
export const generateMetadata = pageMetadata(() => collectionsMessages("one"));

export default async function CollectionRoute({ params }: CollectionRouteProps) {
  const [{ id }, service] = await Promise.all([params, readLabel()]);
  return (
    <CollectionsStage title={collectionsMessages("one")}>
      <CollectionPage id={id} service={service} />
    </CollectionsStage>
  );
}
