import { randomBytes } from "node:crypto";
import type { Metadata } from "next";
import { connection } from "next/server";
import { DirectPicture } from "@/components/library/direct-picture";
import { LibraryBrowser } from "@/components/library/library-browser";
import { PlainLightbox } from "@/components/lightbox/plain-lightbox";
import { offeredCost } from "@/lib/contract/search-offer";
import { libraryPicks } from "@/lib/core/image/picked-images";
import { parseLibraryView } from "@/lib/core/query/library-view";
import { parseView, viewQuery } from "@/lib/core/query/view-parameters";
import { libraryMessages } from "@/lib/messages/compiled/library";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { vitrine } from "@/lib/page-bridge";
import { PageFrame } from "../page-frame";
import { readSearchOffer } from "../read-label";
import { readPictureSettings } from "../read-settings";
import { type SearchParams, toParameters } from "../to-parameters";

type LibraryRouteProps = { searchParams: SearchParams };

const SEED_BYTES = 6;

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const { kind } = await vitrine().embedded.label();
  const page = libraryMessages(kind === "demo" ? "demoTitle" : "title");
  return {
    title: resultsMessages("pageTitle", { page }),
    robots: { index: false, follow: false },
  };
}

export default async function LibraryRoute({ searchParams }: LibraryRouteProps) {
  await connection();
  const parameters = toParameters(await searchParams);
  const view = parseLibraryView(parameters);
  const { browsing, embedded } = vitrine();
  const [library, page, overview] = await Promise.all([
    embedded.label(),
    browsing.page(view),
    browsing.overview(),
  ]);
  const content = (
    <PageFrame>
      <LibraryBrowser
        service={library}
        view={view}
        {...page}
        restrictedCount={Math.max(0, library.pictureCount - overview.pictureCount)}
        folders={overview.folders}
        colours={overview.colours}
        sizes={overview.sizes}
        hasDates={overview.hasDates}
        nextSeed={randomBytes(SEED_BYTES).toString("hex")}
      />
    </PageFrame>
  );
  const rank = page.images.findIndex(({ id }) => id === parseView(parameters).image);
  if (rank === -1) return content;
  const plainLightbox = (
    <PlainLightbox
      images={libraryPicks(page.images, library, new Date().toISOString())}
      rank={rank}
      hrefOf={(image) => `/library${viewQuery(parameters, image)}`}
      searchCost={offeredCost(await readSearchOffer())}
      origin={embedded.publicUrl}
      settings={await readPictureSettings()}
    />
  );
  return <DirectPicture view={plainLightbox}>{content}</DirectPicture>;
}
