import type { Metadata } from "next";
import { headers } from "next/headers";
import { PlainLightbox } from "@/components/lightbox/plain-lightbox";
import { PlainPalette } from "@/components/refinement/plain-palette";
import { PlainRefinement } from "@/components/refinement/plain-refinement";
import { ResultsPage } from "@/components/search/page/results-page";
import { MissingImage } from "@/components/search/results/missing-image";
import { MoreImages } from "@/components/search/results/more-images";
import { nameOf } from "@/lib/client/image-name";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { offeredCost, type SearchOffer } from "@/lib/contract/search-offer";
import { placeOf } from "@/lib/core/image/image-place";
import { pickedImages, picksOf } from "@/lib/core/image/picked-images";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import {
  readAsked,
  type SearchOutcome,
  searchApiUrl,
  writtenFields,
} from "@/lib/core/query/search-outcome";
import { parseView, viewQuery } from "@/lib/core/query/view-parameters";
import { refine } from "@/lib/core/refinement/refinement";
import { parseRefinement } from "@/lib/core/refinement/refinement-parameters";
import type { PictureSettings } from "@/lib/core/settings/pictures";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { siteMessages } from "@/lib/messages/compiled/site";
import { currentContext, vitrine } from "@/lib/page-bridge";
import { isFromItself, isOpenedByVisitor } from "@/lib/web/cross-site";
import { readLabel, readSearchOffer } from "../read-label";
import { readOutcome } from "../read-outcome";
import { readPictureSettings } from "../read-settings";
import { type SearchParams, toParameters } from "../to-parameters";

type SearchPageProps = { searchParams: SearchParams };

export async function generateMetadata({ searchParams }: SearchPageProps): Promise<Metadata> {
  const parameters = toParameters(await searchParams);
  const asked = readAsked(parameters);
  const robots = { index: false, follow: false };
  const viewed = await viewedIn(parameters.toString());
  if (viewed !== null) return { ...previewOf(viewed), robots };
  return {
    title: resultsMessages("pageTitle", {
      page: asked.kind === "query" ? asked.query.q : resultsMessages("noQuery"),
    }),
    robots,
  };
}

/**
 * Renders the first answer, so the browser does not request it again. Rendering a page never pays
 * for a search: if none is cached, the page's script starts it, or the page asks the visitor first.
 */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  const parameters = toParameters(await searchParams);
  const asked = readAsked(parameters);
  const fields = writtenFields(parameters);
  const [service, outcome] = await Promise.all([readLabel(), readOutcome(parameters.toString())]);
  const sent = await headers();
  // A link to one image may come from any site, so it does not start a search.
  const mayStartSearch =
    asked.kind === "query" &&
    isUnconfirmed(outcome) &&
    parseView(parameters).image === null &&
    isOpenedByVisitor(sent) &&
    !isFromItself(sent, currentContext().target);
  const known =
    asked.kind === "query" && outcome !== null && !mayStartSearch
      ? { [searchApiUrl(asked.query)]: outcome }
      : {};
  const { searchOffer = await readSearchOffer() } =
    outcome?.kind === "failure" ? outcome.failure : (outcome?.answer ?? {});
  const viewed = await viewedIn(parameters.toString());
  return (
    <ResultsPage
      fields={fields}
      known={known}
      mayStartSearch={mayStartSearch}
      service={service}
      searchOffer={searchOffer}
      plainLightbox={
        viewed && (
          <PlainView
            {...viewed}
            parameters={parameters}
            searchCost={offeredCost(searchOffer)}
            settings={await readPictureSettings()}
          />
        )
      }
      firstNote={parseView(parameters).image !== null && viewed === null && <MissingImage />}
      firstMore={
        outcome?.kind === "answer" && (
          <MoreImages answer={outcome.answer} searchOffer={searchOffer} />
        )
      }
      plainRefinement={
        outcome?.kind === "answer" && (
          <PlainRefinement answer={outcome.answer} parameters={parameters} />
        )
      }
      plainPalette={
        outcome?.kind === "answer" && (
          <PlainPalette answer={outcome.answer} parameters={parameters} />
        )
      }
    />
  );
}

function isUnconfirmed(outcome: SearchOutcome | null): boolean {
  return outcome?.kind === "failure" && outcome.failure.code === "search_unconfirmed";
}

type Viewed = { answer: SearchAnswer; images: readonly PickedImage[]; rank: number };

/** Returns the image that a query string shows, among the images of its refinement, or null. */
async function viewedIn(queryString: string): Promise<Viewed | null> {
  const parameters = new URLSearchParams(queryString);
  const { image: imageId } = parseView(parameters);
  const outcome = imageId === null ? null : await readOutcome(queryString);
  if (outcome?.kind !== "answer") return null;
  const { answer } = outcome;
  const all = pickedImages(answer);
  const refined = picksOf(refine(answer.images, parseRefinement(parameters)).images, all);
  // A link to an image that the refinement hides still shows it.
  for (const images of [refined, all]) {
    const rank = images.findIndex(({ id }) => id === imageId);
    if (rank !== -1) return { answer, images, rank };
  }
  return null;
}

/** Returns what other sites show for a link to an image: its name, its site and a thumbnail. */
function previewOf({ images, rank }: Viewed): Metadata {
  const image = images[rank];
  if (image === undefined) return {};
  const name = nameOf(image);
  const { thumbnails } = image;
  const widthPx = thumbnails?.widthsPx.at(-1) ?? 0;
  const size = { width: widthPx, height: Math.round(widthPx / tileRatio(image).ratio) };
  return {
    metadataBase: new URL(vitrine().embedded.publicUrl),
    title: resultsMessages("pageTitle", { page: name }),
    openGraph: {
      title: name,
      description: placeOf(image),
      siteName: siteMessages("name"),
      type: "website",
      images: thumbnails ? [{ url: `${thumbnails.path}${widthPx}`, ...size, alt: name }] : [],
    },
    twitter: { card: "summary_large_image" },
  };
}

type PlainViewProps = Viewed & {
  parameters: URLSearchParams;
  searchCost: SearchOffer["cost"] | null;
  settings: PictureSettings | null;
};

/** The lightbox without scripts. */
function PlainView(props: PlainViewProps) {
  const { images, rank, parameters, searchCost, settings } = props;
  return (
    <PlainLightbox
      images={images}
      rank={rank}
      hrefOf={(image) => `/search${viewQuery(parameters, image)}`}
      origin={vitrine().embedded.publicUrl}
      searchCost={searchCost}
      settings={settings}
    />
  );
}
