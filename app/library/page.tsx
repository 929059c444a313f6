import { randomBytes } from "node:crypto";
import type { Metadata } from "next";
import { connection } from "next/server";
import { LibraryBrowser } from "@/components/library/library-browser";
import { parseLibraryView } from "@/lib/core/query/library-view";
import { libraryMessages } from "@/lib/messages/compiled/library";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { vitrine } from "@/lib/page-bridge";
import { PageFrame } from "../page-frame";
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
  const view = parseLibraryView(toParameters(await searchParams));
  const { browsing, embedded } = vitrine();
  const [library, page, overview] = await Promise.all([
    embedded.label(),
    browsing.page(view),
    browsing.overview(),
  ]);
  return (
    <PageFrame>
      <LibraryBrowser
        service={library}
        view={view}
        {...page}
        restrictedCount={Math.max(0, library.pictureCount - overview.pictureCount)}
        folders={overview.folders}
        colours={overview.colours}
        sizes={overview.sizes}
        nextSeed={randomBytes(SEED_BYTES).toString("hex")}
      />
    </PageFrame>
  );
}
