import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ImagePage } from "@/components/library/image-page";
import { offeredCost } from "@/lib/contract/search-offer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { libraryPick } from "@/lib/core/image/picked-images";
import { readAsked } from "@/lib/core/query/search-outcome";
import { pageInAnswer, positionInAnswer } from "@/lib/gallery/answer-position";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { currentContext, vitrine } from "@/lib/page-bridge";
import { originalPath, type Picture, picturePath } from "@/lib/service/picture";
import { PageFrame } from "../../page-frame";
import { readSearchOffer } from "../../read-label";
import { type SearchParams, toParameters } from "../../to-parameters";

type ImageRouteProps = {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
};

/** Memoised, because the title and the content of a page both use it. */
const pictureOf = cache(async (id: string) => {
  const picture = (await vitrine().embedded.picture(id)) ?? notFound();
  return { ...picture, name: picture.name || picture.fileName };
});

export async function generateMetadata({ params }: ImageRouteProps): Promise<Metadata> {
  const { name } = await pictureOf((await params).id);
  return {
    title: resultsMessages("pageTitle", { page: name }),
    robots: { index: false, follow: false },
  };
}

export default async function ImageRoute({ params, searchParams }: ImageRouteProps) {
  const picture = await pictureOf((await params).id);
  const asked = readAsked(toParameters(await searchParams));
  const query = asked.kind === "query" ? asked.query : null;
  const { browsing, embedded } = vitrine();
  const [searchOffer, inAnswer, copies, service] = await Promise.all([
    readSearchOffer(),
    findInAnswer(picture.id, query),
    copiesOf(picture, query),
    embedded.label(),
  ]);
  const image = browsing.imageOf(embedded.itemOf(picture));
  return (
    <PageFrame>
      <ImagePage
        {...picture}
        image={libraryPick(image, service, new Date().toISOString())}
        originalPath={originalPath(picture.id)}
        isDemo={picture.collection === "demo"}
        searchCost={offeredCost(searchOffer)}
        query={query}
        inAnswer={inAnswer}
        copies={copies}
      />
    </PageFrame>
  );
}

async function copiesOf(image: Picture, query: SearchQuery | null) {
  // The page is useful even without them.
  const copies = await vitrine()
    .embedded.copies(image)
    .catch(() => []);
  return copies.map((copy) => {
    const path = picturePath(copy.id);
    return { ...copy, url: query === null ? path : pageInAnswer(path, query) };
  });
}

/** Asks this server's own library only, whichever service answers searches. */
async function findInAnswer(id: string, query: SearchQuery | null) {
  if (query === null) return null;
  const { signal, visitor } = currentContext();
  // The page is useful even without it.
  return positionInAnswer(vitrine().embedded, picturePath(id), query, { signal, visitor }).catch(
    () => null,
  );
}
