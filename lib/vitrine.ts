import "server-only";
import { hostname } from "node:os";
import { join } from "node:path";
import { createActivity } from "@/lib/console/activity";
import { createConsole } from "@/lib/console/create-console";
import { createGallery } from "@/lib/gallery/create-gallery";
import { watchRatings } from "@/lib/gallery/rating-watch";
import { createApplication } from "@/lib/http/application";
import { createMetrics } from "@/lib/http/metrics";
import { createMonitoring } from "@/lib/http/monitoring";
import { offlineWorkerEndpoint } from "@/lib/http/offline-worker";
import { openSearchEndpoint } from "@/lib/http/open-search";
import { createRequestSlots } from "@/lib/http/request-slots";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { createPicker } from "@/lib/picker/create-picker";
import { warnThrottled } from "@/lib/platform/log";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import { createService } from "@/lib/service/create-service";
import { openState } from "@/lib/state/open-state";
import { createThumbnails } from "@/lib/thumbnails/create-thumbnails";
import type { AnsweredRequest } from "@/lib/web/answered-request";
import { createNotices } from "@/lib/web/notices";
import { createWebhook } from "@/lib/webhook/create-webhook";
import type { Config } from "./config";

/** The running program; each part is created once, from the configuration. */
export type Vitrine = ReturnType<typeof createVitrine>;

/** `demo` lies beside `.next`, as `public` does. */
const DEMO_MANIFEST = join(/* turbopackIgnore: true */ process.cwd(), "demo", "manifest.json");

/** Creates the program. A process has one (lib/page-bridge.ts). */
export function createVitrine(config: Config) {
  const state = openState(config);
  // Migrates the store now instead of at the first search.
  state.check().catch((cause) => warnThrottled("store_failed", "check", cause));
  const sessionSecret = () =>
    config.sessionSecret ?? loadOrCreateSecret(config.dataDir, "sessions");
  const isSecure = config.publicUrl.startsWith("https:");
  const notices = createNotices({ secret: sessionSecret, isSecure });

  // With a remote service, demo pictures would mislead.
  const demoManifest = config.remote === null ? DEMO_MANIFEST : null;
  const service = createService(config, { state, sessionSecret, notices, demoManifest });
  const { embedded, accounts, people, keyQuota } = service;
  const moderation = state.moderation();
  const ratingWatch = watchRatings(moderation, {
    follow: embedded.followRatings,
    onFailure: (cause) => warnThrottled("store_failed", "ratings", cause),
  });
  const { ratings } = ratingWatch;

  const metrics = createMetrics();
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

  const thumbnails = createThumbnails(config, {
    library: embedded,
    async waitForTurn(visitor, signal) {
      const slot = await slots.enter("thumbnail", { visitor, signal });
      // Decoders work in other processes.
      slot.leave();
    },
  });
  metrics.watchThumbnails(thumbnails.stats);

  const gallery = createGallery(config, {
    state,
    moderation,
    ratings,
    library: embedded,
    thumbnails,
    notices,
    events: {
      served(answer) {
        metrics.events.served(answer);
        // The visitor has not begun this search yet.
        if (answer.staleReason !== "search_unconfirmed") activity.searched(answer.from);
      },
      failed(code) {
        metrics.events.failed(code);
        // A search that waits for the visitor's confirmation has not failed.
        if (code !== "search_unconfirmed") activity.searched("unanswered");
      },
      called: metrics.events.called,
    },
  });
  const { remoteSearch } = gallery;
  if (remoteSearch !== null) {
    const { budget, breaker, pendingCount } = remoteSearch;
    metrics.watch({ budget: budget.status, breaker: breaker.state, pendingCount });
  }

  const picker = createPicker(config, {
    gallery: { ...gallery, searchesCost: remoteSearch !== null },
    keyQuota,
    sessionSecret,
  });
  const webhook =
    config.webhook &&
    createWebhook(config.webhook, state.warnings(), { onAttempt: metrics.webhookAttempted });
  const console = createConsole(config, {
    label: gallery.label,
    remoteSearch,
    embedded,
    thumbnails,
    moderation,
    ratingWatch,
    deliveries: webhook?.deliveries ?? null,
    activity: { flush: activity.flush, state: activityState },
    accounts,
    people,
    notices,
  });
  const monitoring = createMonitoring(config, { metrics, state, library: embedded, remoteSearch });

  const routes = [
    ...monitoring.routes,
    openSearchEndpoint(config.publicUrl),
    offlineWorkerEndpoint(config.isOfflineOn),
    ...gallery.routes,
    ...picker.routes,
    ...service.routes,
    ...thumbnails.routes,
    ...console.routes,
  ];

  return {
    config,
    ...service,
    ...gallery,
    /** The outcome of a form, for the page after it. */
    notices,
    /** Contents and actions of the operator's console. */
    console,
    /** The route table. */
    routes,
    /** Answers every request but those for pages. */
    application: createApplication(routes, {
      visitorOf: createVisitorOf(config.trustedProxies),
      serviceKeys: service.serviceKeys,
      metricsToken: config.metricsToken,
      sessionOf: people.sessionOf,
      slots,
    }),
    /** Counts a request that the front door has answered. */
    onAnswered(answered: AnsweredRequest): void {
      metrics.answered(answered);
      activity.answered(answered);
    },
    /** Decides when pages are rendered. */
    slots,
    beginDraining: monitoring.beginDraining,
    storeVersionProblem: state.versionProblem,
    /**
     * Closes the library and the store. Call it when no search is pending: a process that exits while
     * one of its threads is in a call of libsql is aborted.
     */
    close: async () => {
      ratingWatch.stop();
      await webhook?.stop();
      await activity.stop();
      await Promise.all([embedded.close(), state.close()]);
    },
  };
}
