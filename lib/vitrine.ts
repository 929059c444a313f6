import "server-only";
import { hostname } from "node:os";
import { join } from "node:path";
import { createActivity } from "@/lib/console/activity";
import { type AnswerCounts, createAnswerCounts, createConsole } from "@/lib/console/contents";
import { FREE_SEARCH } from "@/lib/contract/new-search";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { RemoteServiceConfig } from "@/lib/gallery/config";
import { cropEndpoint } from "@/lib/gallery/crop-endpoint";
import { createFreeSearch } from "@/lib/gallery/free-search";
import { createImageProofs } from "@/lib/gallery/image-proofs";
import { imageProofsEndpoint } from "@/lib/gallery/image-proofs-endpoint";
import { createLibraryBrowsing } from "@/lib/gallery/library-browsing";
import {
  createOriginalDownload,
  originalDownloadEndpoint,
} from "@/lib/gallery/original-download-endpoint";
import { createPaidSearch, type PaidSearch, visitorSecret } from "@/lib/gallery/paid-search";
import { createProofSigner } from "@/lib/gallery/proof-signer";
import { recentEndpoint } from "@/lib/gallery/recent-endpoint";
import { createRemoteService } from "@/lib/gallery/remote-service";
import { reportEndpoint } from "@/lib/gallery/report-endpoint";
import { applySafesearchLock } from "@/lib/gallery/safesearch-lock";
import { createShelf } from "@/lib/gallery/shelf";
import { stillThereEndpoint } from "@/lib/gallery/still-there-endpoint";
import { suggestionsEndpoint } from "@/lib/gallery/suggestions-endpoint";
import { withThumbnails } from "@/lib/gallery/with-thumbnails";
import { createApplication } from "@/lib/http/application";
import { createMetrics, type Metrics } from "@/lib/http/metrics";
import type { Readiness } from "@/lib/http/operator-endpoints";
import { createRequestSlots, type RequestSlots } from "@/lib/http/request-slots";
import { createRoutes } from "@/lib/http/routes";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { createPickerGrants, pickerGrantsEndpoint } from "@/lib/picker/grants";
import { createPickerOriginals } from "@/lib/picker/originals";
import { pickerSearchEndpoint } from "@/lib/picker/search-endpoint";
import { toAppError } from "@/lib/platform/errors";
import { log, warnThrottled } from "@/lib/platform/log";
import { untilAborted } from "@/lib/platform/request-coalescing";
import { loadOrCreateSecret, loadOrCreateTemporarySecret } from "@/lib/platform/secret-file";
import { createPeople } from "@/lib/service/accounts/people";
import { createApiKeys } from "@/lib/service/api/api-keys";
import { createKeyQuota } from "@/lib/service/api/key-quota";
import { createEmbeddedService, type EmbeddedService } from "@/lib/service/embedded-service";
import { createServiceKeys } from "@/lib/service/service-keys";
import { openState } from "@/lib/state/open-state";
import { type ImageRatings, watchRatings } from "@/lib/state/rating-watch";
import type { State } from "@/lib/state/state";
import { createThumbnailPipeline } from "@/lib/thumbnails/thumbnail-pipeline";
import type { AnsweredRequest } from "@/lib/web/answered-request";
import { createNotices } from "@/lib/web/notices";
import { deliverWarnings } from "@/lib/webhook/deliver-warnings";
import { sendEvent } from "@/lib/webhook/send-event";
import type { Config } from "./config";

/** Balancers wait for two seconds or more. */
const SHARED_CHECK_MS = 1_000;

/** The running program; each part is created once, from the configuration. */
export type Vitrine = ReturnType<typeof createVitrine>;

/** `demo` lies beside `.next`, as `public` does. */
const DEMO_MANIFEST = join(/* turbopackIgnore: true */ process.cwd(), "demo", "manifest.json");

/** Creates the program. A process has one (lib/page-bridge.ts). */
export function createVitrine(config: Config) {
  const state = openState(config);
  // Migrates the store now instead of at the first search.
  state.check().catch((cause) => warnThrottled("store_failed", "check", cause));
  const embedded = createEmbeddedService({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    libraryDirs: config.libraryDirs,
    libraryExcluded: config.libraryExcluded,
    hiddenPaths: config.hiddenPaths,
    publicUrl: config.publicUrl,
    // With a remote service, demo pictures would mislead.
    demoManifest: config.remote === null ? DEMO_MANIFEST : null,
    safesearchLock: config.safesearchLock,
    finding: config.finding,
    groupDuplicates: config.groupDuplicates,
  });
  const moderation = state.moderation();
  const watch = watchRatings(moderation, {
    follow: embedded.followRatings,
    onFailure: (cause) => warnThrottled("store_failed", "ratings", cause),
  });
  const { ratings } = watch;
  const metrics = createMetrics();
  const answers = createAnswerCounts();
  const activityState = state.activity();
  const activity = createActivity({
    state: activityState,
    instance: `${hostname()}:${config.port}`,
    thumbnails: () => thumbnails.stats(),
    async pictureCount() {
      const sources = await embedded.sources();
      if (sources.length === 0) return null;
      return sources.reduce((sum, { pictureCount }) => sum + pictureCount, 0);
    },
    onFailure: (cause) => warnThrottled("store_failed", "activity", cause),
  });
  const slots = createRequestSlots({
    events: {
      started(priority, waitedSeconds) {
        metrics.slots.started(priority, waitedSeconds);
        activity.waited(priority, waitedSeconds);
      },
      shed: metrics.slots.shed,
    },
  });
  const thumbnails = buildThumbnails(config, embedded, slots);
  metrics.watchThumbnails(thumbnails.stats);
  const warnings = state.warnings();
  const { webhook } = config;
  const delivery =
    webhook &&
    deliverWarnings(warnings, {
      send: (event, signal) => sendEvent(webhook, event, signal),
      onAttempt: (problem) => {
        metrics.webhookAttempted(problem === null ? "delivered" : "failed");
        if (problem !== null) log().warn({ event: "webhook_failed", problem });
      },
      onStoreFailure: (cause) => warnThrottled("store_failed", "warnings", cause),
    });
  const { remote } = config;
  const remoteLabel: ServiceLabel | null = remote && {
    kind: "remote",
    host: new URL(remote.url).host,
  };
  const label = async (): Promise<ServiceLabel> => ({
    ...(remoteLabel ?? (await embedded.label())),
    ...(config.safesearchLock !== null && { isStrictOnly: true }),
  });
  const lock = applySafesearchLock(config.safesearchLock);
  const paid =
    remote === null
      ? null
      : buildPaidSearch({ config, remote, state, embedded, metrics, answers, label, ratings });
  const freeSearch = lock.toSearch(createFreeSearch({ service: embedded, label }));
  const searchImages = paid === null ? freeSearch : lock.toSearch(paid.searchImages);
  const cached = paid === null ? null : lock.toCached(paid.cached);
  const browsing = createLibraryBrowsing({ service: embedded, thumbnails, ratings });
  let isDraining = false;
  const { publicUrl, metricsToken } = config;
  const serviceKeys = createServiceKeys(config);
  const accounts = state.accounts({ plans: config.plans });
  const people = createPeople({
    accounts,
    records: state.authRecords(),
    secret: () => config.sessionSecret ?? loadOrCreateSecret(config.dataDir, "sessions"),
    publicUrl,
    isSignUpOpen: config.isSignUpOpen,
    planOfNew: config.plans[0]?.id ?? "",
  });
  const searchWithThumbnails = withThumbnails(searchImages, {
    thumbnails: {
      ...thumbnails,
      warm: (paths, options) => {
        if (!slots.isBusy()) thumbnails.warm(paths, options);
      },
    },
    fallsBackToOriginals: config.pictures.fallsBackToOriginals,
  });
  const console = createConsole({
    label,
    paid,
    monthlySearches: config.spending.monthlySearches,
    answers,
    embedded,
    thumbnails,
    thumbnailBytesMax: config.pictures.thumbnailCacheBytesMax,
    moderation,
    ratings: watch,
    deliveries: webhook && warnings.deliveries,
    activity: { flush: activity.flush, state: activityState },
    record: (action, subject, by) => accounts.record({ action, subject, details: {} }, by),
  });
  const apiKeys = createApiKeys({ accounts, keys: serviceKeys });
  const notices = createNotices({
    secret: people.secret,
    isSecure: publicUrl.startsWith("https:"),
  });
  const proofSigner = createProofSigner(() =>
    config.proofKeys.length > 0
      ? config.proofKeys
      : [loadOrCreateSecret(config.dataDir, "reference-key")],
  );
  const proofs = createImageProofs({
    signer: proofSigner,
    thumbnails,
    libraryPicture: embedded.picture,
    ratings,
    safesearch: config.safesearchLock ?? "moderate",
  });
  const download = createOriginalDownload({
    proofs,
    openLibraryFile: embedded.openOriginal,
    openRemote: thumbnails.openOriginal,
  });
  const keyQuota = createKeyQuota(accounts);
  // A database that does not answer must not delay /readyz for longer than a balancer waits.
  const checkStore =
    config.databaseUrl === null
      ? state.check
      : () => untilAborted(state.check(), AbortSignal.timeout(SHARED_CHECK_MS));
  metrics.watchStore(checkStore);
  const grants = createPickerGrants({ secret: people.secret });
  const { pickerOrigins: origins } = config;
  const routes = createRoutes({
    notices,
    imageProofs: imageProofsEndpoint({ proofs, signer: proofSigner, thumbnails }),
    stillThere: stillThereEndpoint({
      proofs,
      libraryRevision: embedded.revision,
      askHost: thumbnails.askHost,
    }),
    crop: cropEndpoint({ proofs, makeCrop: thumbnails.makeCrop }),
    originalDownload: originalDownloadEndpoint(download),
    picker: {
      search: pickerSearchEndpoint({
        searchImages: searchWithThumbnails,
        origins,
        grants: paid !== null && config.pickerSearches === "signed" ? grants : null,
        keyQuota,
      }),
      grants: pickerGrantsEndpoint({ grants, origins, keyQuota }),
      originals: createPickerOriginals({
        proofs,
        signer: proofSigner,
        download,
        origins,
        publicUrl,
        secret: people.secret,
      }),
    },
    keyForms: { apiKeys, accounts, notices },
    consoleForms: { accounts, people, planIds: config.plans.map(({ id }) => id), notices },
    moderationForms: { console, notices },
    publicUrl,
    searchImages: searchWithThumbnails,
    label,
    embedded,
    thumbnails,
    recent: recentEndpoint({ cached, free: freeSearch, thumbnails }),
    suggestions: suggestionsEndpoint(cached === null ? embedded.suggest : null),
    keyQuota,
    keyDigest: accounts.keyDigest,
    report: reportEndpoint({
      moderation,
      libraryPicture: embedded.picture,
      sourceOfThumbnail: thumbnails.sourceOf,
    }),
    people,
    metrics,
    readiness: readiness({ config, checkStore, embedded, paid, isDraining: () => isDraining }),
  });
  return {
    config,
    /** The search service over the operator's pictures, or over the demo collection. */
    embedded,
    /** Authenticates API clients by their keys. */
    serviceKeys,
    /** Accounts with their API keys, usage and plans, and the audit log. */
    accounts,
    /** Signs people in, and invites them. */
    people,
    /** The outcome of a form, for the page after it. */
    notices,
    /** Creates and replaces API keys. */
    apiKeys,
    /** The gallery's use case: one search by the service in use. */
    searchImages: searchWithThumbnails,
    /** States what a visitor's new search costs, and whether it would be sent now. */
    newSearch: async (visitor: string) => paid?.newSearch(visitor) ?? FREE_SEARCH,
    /** The library, or the demo collection, without a search. */
    browsing,
    /** The floors of the home page. */
    shelf: createShelf({ service: embedded, browsing, label, cached, thumbnails, ratings }),
    /** The service in use, with the details that a browser may see. */
    label,
    /** The parts of a service whose searches cost; null while our own service answers. */
    paid,
    /** Answers every request but those for pages. */
    application: createApplication(routes, {
      visitorOf: createVisitorOf(config.trustedProxies),
      serviceKeys,
      metricsToken,
      sessionOf: people.sessionOf,
      slots,
    }),
    /** Counts a request that the front door has answered. */
    onAnswered(answered: AnsweredRequest): void {
      metrics.answered(answered);
      activity.answered(answered);
    },
    /** Contents and actions of the operator's console. */
    console,
    /** Decides when pages are rendered. */
    slots,
    /** Makes `/readyz` answer 503 from now on, so that balancers send no further visitors here. */
    beginDraining: () => {
      isDraining = true;
    },
    /**
     * Closes the library and the store. Call it when no search is pending: a process that exits while
     * one of its threads is in a call of libsql is aborted.
     */
    close: async () => {
      watch.stop();
      await delivery?.stop();
      await activity.stop();
      await Promise.all([embedded.close(), state.close()]);
    },
  };
}

function buildPaidSearch({
  config,
  remote,
  state,
  embedded,
  metrics,
  answers,
  label,
  ratings,
}: {
  config: Config;
  remote: RemoteServiceConfig;
  state: State;
  embedded: EmbeddedService;
  metrics: Metrics;
  answers: AnswerCounts;
  label: () => Promise<ServiceLabel>;
  ratings: ImageRatings;
}): PaidSearch {
  const paid = createPaidSearch({
    service: createRemoteService(remote, { sendsTraceParent: config.sendsTraceParent }),
    remote,
    spending: config.spending,
    state,
    visitorSecret: () => config.visitorSecret ?? visitorSecret(config.dataDir),
    label,
    ratings,
    library: createFreeSearch({ service: embedded, label: () => embedded.label() }),
    events: {
      served(answer) {
        metrics.events.served(answer);
        answers.served(answer.from);
      },
      failed(code) {
        metrics.events.failed(code);
        // A search that waits for the visitor's confirmation has not failed.
        if (code !== "search_unconfirmed") answers.failed();
      },
      // Logged here, because visitors may get a cached answer and never see the failure.
      called: (call) => {
        metrics.events.called(call);
        if (call.outcome !== "ok") log().warn({ event: "service_call_failed", ...call });
      },
    },
    onStoreFailure: (operation, cause) => warnThrottled("store_failed", operation, cause),
    onBreakerChange: (state) => log().warn({ event: "service_breaker", state }),
    onPaused: (code) => {
      const remedy = "fix the cause, then run npm run doctor -- --resume";
      log().error({ event: "service_suspended", code, remedy });
    },
  });
  metrics.watch({
    budget: paid.budget.status,
    breaker: paid.breaker.state,
    pendingCount: paid.pendingCount,
  });
  return paid;
}

function buildThumbnails(config: Config, embedded: EmbeddedService, slots: RequestSlots) {
  const { pictures, dataDir, publicUrl, hiddenPaths } = config;
  const { thumbnailKeys } = pictures;
  // Without a writable data folder, thumbnail URLs are valid only until this process ends.
  const ownKey = () =>
    loadOrCreateTemporarySecret(dataDir, "thumbnail-key", (cause) =>
      warnThrottled("store_failed", "secrets", cause),
    );
  const thumbnails = createThumbnailPipeline({
    keys: thumbnailKeys.length > 0 ? thumbnailKeys : [ownKey()],
    dataDir,
    cacheBytesMax: pictures.thumbnailCacheBytesMax,
    ownHosts: [new URL(publicUrl).hostname, ...config.allowedHosts],
    allowedPrivateHosts: pictures.privateHosts,
    readLibraryImage: embedded.readPicture,
    libraryRevision: embedded.revision,
    async waitForTurn(visitor, signal) {
      const slot = await slots.enter("thumbnail", { visitor, signal });
      // Decoders work in other processes.
      slot.leave();
    },
    hiddenPaths,
  });
  thumbnails.sandbox().then(
    (sandbox) => {
      const isWeak = sandbox === "limited" || sandbox === "bare";
      log()[isWeak ? "warn" : "info"]({ event: "decoder_sandbox", sandbox });
    },
    (err) => log().error({ event: "no_decoder_starts", err }),
  );
  return thumbnails;
}

function readiness({
  config: { databaseUrl, libraryDirs, remote, metricsToken },
  checkStore,
  embedded,
  paid,
  isDraining,
}: {
  config: Config;
  checkStore: () => Promise<void>;
  embedded: EmbeddedService;
  paid: PaidSearch | null;
  isDraining: () => boolean;
}): Readiness {
  const store = { name: "store", check: checkStore, isShared: databaseUrl !== null };
  const library = { name: "library", check: embedded.check, isShared: false };
  // Otherwise the remote service or the demo collection answers searches.
  const isLibraryAll = remote === null && libraryDirs.length > 0;
  return {
    token: metricsToken,
    isDraining,
    checks: isLibraryAll ? [store, library] : [store],
    remarks: async () => ({
      service: await stateOf(paid?.assertReady()),
      ...(!isLibraryAll && { library: await stateOf(embedded.check()) }),
      ...(await sourceProblems(embedded)),
    }),
    onFailure: (name, cause) => warnThrottled("not_ready", name, cause),
  };
}

/** Names the sources of the library whose last scan was incomplete. */
async function sourceProblems(embedded: EmbeddedService): Promise<{ sources?: string }> {
  const sources = await embedded.sources().catch(() => []);
  const incomplete = sources.filter(({ problem }) => problem !== null);
  if (incomplete.length === 0) return {};
  return { sources: incomplete.map((each) => `${each.location}: ${each.problem}`).join("\n") };
}

/** Returns "ready", or the code of the failure. */
async function stateOf(check: Promise<void> | undefined): Promise<string> {
  return (check ?? Promise.resolve()).then(
    () => "ready",
    (cause) => toAppError(cause).code,
  );
}
