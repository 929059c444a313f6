import "server-only";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { FREE_SEARCH } from "@/lib/contract/search-offer";
import { FAILED_DOWNLOAD_PATH } from "@/lib/core/exports/failed-download";
import { log, warnThrottled } from "@/lib/platform/log";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import type { SearchService } from "@/lib/protocol/search-service";
import type { ModerationState } from "@/lib/state/moderation-state";
import type { State } from "@/lib/state/state";
import type { Notices } from "@/lib/web/notices";
import { pageRoutes, type Route } from "@/lib/web/route";
import { createAnswerResponse } from "./answer-response";
import type { GalleryConfig, RemoteServiceConfig } from "./config";
import { type CropParts, cropEndpoint } from "./crop-endpoint";
import { createFreeSearch } from "./free-search";
import type { GalleryImage } from "./gallery-images";
import { createImageProofs, type ImageProofParts } from "./image-proofs";
import { imageProofsEndpoint } from "./image-proofs-endpoint";
import { type BrowsableService, createLibraryBrowsing } from "./library-browsing";
import {
  createOriginalDownload,
  type OriginalParts,
  originalDownloadEndpoint,
} from "./original-download-endpoint";
import { createPaidSearch, type PaidSearchOptions, visitorSecret } from "./paid-search";
import { createProofSigner } from "./proof-signer";
import type { ImageRatings } from "./rating-watch";
import { recentEndpoint } from "./recent-endpoint";
import { createRemoteService } from "./remote-service";
import { type ReportParts, reportEndpoint } from "./report-endpoint";
import { applySafesearchLock, type SafesearchLock } from "./safesearch-lock";
import { searchEndpoints } from "./search-endpoints";
import type { SearchImages } from "./search-images";
import { serviceLabelEndpoint } from "./service-label-endpoint";
import { languageEndpoint, settingsEndpoint } from "./settings-form";
import { createShelf } from "./shelf";
import { type StillThereParts, stillThereEndpoint } from "./still-there-endpoint";
import { type Suggest, suggestionsEndpoint } from "./suggestions-endpoint";
import { tracedSearch } from "./traced-search";
import { signImage, type ThumbnailSigner } from "./with-thumbnails";

type Options = GalleryConfig & {
  dataDir: string;
  publicUrl: string;
  /** Null to generate it and store it in the data folder. */
  visitorSecret: string | null;
  safesearchLock: SafesearchLock;
  /** Whether the remote service may continue our traces. */
  sendsTraceParent: boolean;
  pictures: { fallsBackToOriginals: boolean };
};

type Parts = {
  state: Pick<State, "searches">;
  moderation: Pick<ModerationState, "report">;
  ratings: ImageRatings;
  /** Our own service (lib/service). */
  library: SearchService &
    BrowsableService & {
      label(): Promise<ServiceLabel>;
      suggest: Suggest;
      picture: ImageProofParts["libraryPicture"] & ReportParts["libraryPicture"];
      openOriginal: OriginalParts["openLibraryFile"];
      revision: StillThereParts["libraryRevision"];
    };
  /** The thumbnail pipeline (lib/thumbnails). */
  thumbnails: ThumbnailSigner &
    ImageProofParts["thumbnails"] &
    Pick<StillThereParts, "askHost"> &
    Pick<CropParts, "makeCrop"> & {
      openOriginal: OriginalParts["openRemote"];
      sourceOf: ReportParts["sourceOfThumbnail"];
    };
  events: PaidSearchOptions["events"];
  notices: Notices;
};

/** Creates the gallery: the client of a remote service, or of our own. */
export function createGallery(options: Options, parts: Parts) {
  const { remote, dataDir, publicUrl, safesearchLock, proofKeys } = options;
  const isSecure = publicUrl.startsWith("https:");
  const { moderation, ratings, library, thumbnails, notices } = parts;
  const remoteLabel = remote && ({ kind: "remote", host: new URL(remote.url).host } as const);
  const label = async (): Promise<ServiceLabel> => ({
    ...(remoteLabel ?? (await library.label())),
    ...(safesearchLock !== null && { isStrictOnly: true }),
  });
  const remoteSearch = remote && createRemoteSearch(remote, label, options, parts);
  const lock = applySafesearchLock(safesearchLock);
  const freeSearch = lock.toSearch(createFreeSearch({ service: library, label }));
  const cached = remoteSearch && lock.toCached(remoteSearch.cached);
  const unsignedSearch = tracedSearch(
    remoteSearch === null ? freeSearch : lock.toSearch(remoteSearch.searchImages),
  );
  const { fallsBackToOriginals } = options.pictures;
  const sign = (image: GalleryImage) => signImage(image, { thumbnails, fallsBackToOriginals });
  const answerResponse = createAnswerResponse({ sign, expiryDay: thumbnails.expiryDay });
  const searchImages: SearchImages = async (query, options) => {
    const answer = await unsignedSearch(query, options);
    return { ...answer, images: answer.images.map(sign) };
  };
  const browsing = createLibraryBrowsing({ service: library, thumbnails, ratings });
  const proofSigner = createProofSigner(() =>
    proofKeys.length > 0 ? proofKeys : [loadOrCreateSecret(dataDir, "reference-key")],
  );
  const proofs = createImageProofs({
    signer: proofSigner,
    thumbnails,
    libraryPicture: library.picture,
    ratings,
    safesearch: safesearchLock ?? "moderate",
  });
  const download = createOriginalDownload({
    proofs,
    openLibraryFile: library.openOriginal,
    openRemote: thumbnails.openOriginal,
  });
  const { askHost, makeCrop, sourceOf } = thumbnails;
  const routes: readonly Route[] = [
    ...searchEndpoints({ searchImages: unsignedSearch, answerResponse }),
    recentEndpoint({ cached, free: freeSearch, thumbnails }),
    suggestionsEndpoint(remote === null ? library.suggest : null),
    serviceLabelEndpoint(label),
    reportEndpoint({ moderation, libraryPicture: library.picture, sourceOfThumbnail: sourceOf }),
    imageProofsEndpoint({ proofs, signer: proofSigner, thumbnails }),
    stillThereEndpoint({ proofs, libraryRevision: library.revision, askHost }),
    originalDownloadEndpoint(download),
    cropEndpoint({ proofs, makeCrop }),
    settingsEndpoint({ notices, isSecure }),
    languageEndpoint({ isSecure }),
    ...pageRoutes("visitor", PAGES),
    // The proxy refuses HEAD, on which Next would run the search.
    ...pageRoutes("visitor", ["/search"]).map((page) => ({ ...page, methods: ["GET"] as const })),
  ];
  return {
    /** The use case: one search by the service in use. */
    searchImages,
    /** The same for endpoints: `answerResponse` signs its thumbnails when it renders the answer. */
    unsignedSearch,
    answerResponse,
    /** States what a visitor's new search costs, and whether it would be sent now. */
    searchOffer: async (visitor: string) => remoteSearch?.searchOffer(visitor) ?? FREE_SEARCH,
    /** The library, or the demo collection, without a search. */
    browsing,
    /** The floors of the home page. */
    shelf: createShelf({ service: library, browsing, label, cached, thumbnails, ratings }),
    /** The service in use, with the details that a browser may see. */
    label,
    /** The searches of a remote service, which cost; null while our own service answers. */
    remoteSearch,
    proofs,
    proofSigner,
    download,
    routes,
  };
}

const PAGES = [
  "/",
  "/about",
  "/settings",
  FAILED_DOWNLOAD_PATH,
  "/collections",
  "/collections/shared",
  "/collections/:id",
  "/offline",
  "/library",
  "/library/:id",
];

function createRemoteSearch(
  remote: RemoteServiceConfig,
  label: () => Promise<ServiceLabel>,
  { dataDir, spending, sendsTraceParent, visitorSecret: configuredSecret }: Options,
  { state, ratings, library, events }: Parts,
) {
  return createPaidSearch({
    service: createRemoteService(remote, { sendsTraceParent }),
    remote,
    spending,
    state,
    visitorSecret: () => configuredSecret ?? visitorSecret(dataDir),
    label,
    ratings,
    library: createFreeSearch({ service: library, label: library.label }),
    events: {
      ...events,
      // Logged here, because visitors may get a cached answer and never see the failure.
      called(call) {
        events.called(call);
        if (call.outcome !== "ok") log().warn({ event: "service_call_failed", ...call });
      },
    },
    onStoreFailure: (operation, cause) => warnThrottled("store_failed", operation, cause),
    onBreakerChange: (breaker) => log().warn({ event: "service_breaker", state: breaker }),
    onPaused: (code) => {
      const remedy = "fix the cause, then run npm run doctor -- --resume";
      log().error({ event: "service_paused", code, remedy });
    },
  });
}
