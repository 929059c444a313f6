import { CollectionPage } from "@/components/collections/collection-page";
import { collectionsMessages } from "@/lib/messages/compiled/collections";
import { pageMetadata } from "../../page-metadata";
import { CollectionsStage } from "../collections-stage";

type CollectionRouteProps = { params: Promise<{ id: string }> };

/** The server does not know the collection's name. */
export const generateMetadata = pageMetadata(() => collectionsMessages("one"));

export default async function CollectionRoute({ params }: CollectionRouteProps) {
  const { id } = await params;
  return (
    <CollectionsStage title={collectionsMessages("one")}>
      <CollectionPage id={id} />
    </CollectionsStage>
  );
}
