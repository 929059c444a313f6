import "server-only";
import {
  type ConsoleForms,
  changeAccountEndpoint,
  deleteAccountEndpoint,
  inviteEndpoint,
  revokeAnyKeyEndpoint,
  withdrawInvitationEndpoint,
} from "@/lib/console/account-forms";
import {
  dismissEndpoint,
  type ModerationForms,
  rateEndpoint,
  rescanEndpoint,
  resumeEndpoint,
} from "@/lib/console/moderation-forms";
import { CROP_URL } from "@/lib/contract/crops";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { FAILED_DOWNLOAD_PATH, failedDownloadHref } from "@/lib/core/exports/failed-download";
import { gallerySearchEndpoint } from "@/lib/gallery/search-endpoint";
import type { SearchImages } from "@/lib/gallery/search-images";
import { settingsEndpoint } from "@/lib/gallery/settings-form";
import { submittedSearchEndpoint } from "@/lib/gallery/submitted-search-endpoint";
import { pickerSchemaEndpoint } from "@/lib/picker/schema";
import { createPickerScript } from "@/lib/picker/script";
import { BytesResponse } from "@/lib/platform/bytes-response";
import type { Handler } from "@/lib/platform/http";
import {
  changeEmailEndpoint,
  changePasswordEndpoint,
  deleteOwnAccountEndpoint,
  endSessionEndpoint,
  invitationEndpoint,
  signInEndpoint,
  signOutEndpoint,
  signUpEndpoint,
} from "@/lib/service/accounts/account-endpoints";
import type { People } from "@/lib/service/accounts/people";
import {
  changeKeyEndpoint,
  createKeyEndpoint,
  type KeyForms,
  revokeKeyEndpoint,
  rotateKeyEndpoint,
} from "@/lib/service/api/key-forms";
import type { KeyQuota } from "@/lib/service/api/key-quota";
import { openApiEndpoint } from "@/lib/service/api/openapi";
import { tryEndpoint } from "@/lib/service/api/try-endpoint";
import { usageEndpoint } from "@/lib/service/api/usage-endpoint";
import { usageFileEndpoint } from "@/lib/service/api/usage-file";
import type { EmbeddedService } from "@/lib/service/embedded-service";
import { originalEndpoint } from "@/lib/service/original-endpoint";
import { serviceSearchEndpoint } from "@/lib/service/search-endpoint";
import type { AccountState } from "@/lib/state/account-state";
import type { ThumbnailPipeline } from "@/lib/thumbnails/thumbnail-pipeline";
import type { Notices } from "@/lib/web/notices";
import type { Route } from "@/lib/web/route";
import type { Metrics } from "./metrics";
import { openSearchEndpoint } from "./open-search";
import {
  healthEndpoint,
  metricsEndpoint,
  type Readiness,
  readyEndpoint,
} from "./operator-endpoints";

/** The parts of the program that the routes call. */
export type RouteParts = {
  publicUrl: string;
  searchImages: SearchImages;
  label: () => Promise<ServiceLabel>;
  embedded: Pick<EmbeddedService, "publicUrl" | "find" | "openOriginal">;
  thumbnails: Pick<ThumbnailPipeline, "handle">;
  recent: Handler;
  suggestions: Handler;
  keyQuota: KeyQuota;
  keyDigest: AccountState["keyDigest"];
  report: Handler;
  imageProofs: Handler;
  stillThere: Handler;
  originalDownload: Handler;
  crop: Handler;
  picker: {
    search: Handler;
    grants: Handler;
    originals: { createUrl: Handler; read: Handler };
  };
  people: Pick<
    People,
    | "signIn"
    | "signUp"
    | "isSignUpOpen"
    | "accept"
    | "signOut"
    | "endSession"
    | "endSessions"
    | "changePassword"
    | "changeEmail"
    | "deleteOwnAccount"
  >;
  moderationForms: ModerationForms;
  notices: Notices;
  keyForms: KeyForms;
  consoleForms: ConsoleForms;
  metrics: Pick<Metrics, "expose">;
  readiness: Readiness;
};

const FORM_BYTES_MAX = 8 * 1024;
/** An image with three URLs; form encoding takes up to three bytes per character. */
const IMAGE_BYTES_MAX = 32 * 1024;
/** 100 images (lib/contract/image-proofs.ts), with three URLs of up to 2,800 characters each. */
const IMAGES_BYTES_MAX = 768 * 1024;

/** Shared by most routes. */
const READ = { methods: ["GET", "HEAD"], bodyBytesMax: 0 } as const;
const HEALTH = {
  ...READ,
  caller: "anyone",
  priority: "none",
  errorForm: "plain",
  cacheControl: "no-store",
} as const;
/** A form of our own pages. Checking a password takes as much time as a search, or more. */
const FORM = {
  methods: ["POST"],
  caller: "visitor",
  priority: "search",
  bodyBytesMax: FORM_BYTES_MAX,
  errorForm: "plain",
  cacheControl: "no-store",
} as const;
/** A request of our own scripts, or of a form without them. */
const GALLERY_POST = { ...FORM, errorForm: "gallery" } as const;
/** Its handler says how long the answer may be cached. */
const { cacheControl: _, ...SEARCH_POST } = GALLERY_POST;
const PICKER_SCRIPT = {
  ...READ,
  caller: "visitor",
  priority: "none",
  errorForm: "plain",
} as const;
const INTERFACE = {
  methods: ["GET"],
  caller: "api-key",
  priority: "api",
  bodyBytesMax: 0,
  errorForm: "interface",
} as const;
const PAGE = {
  ...READ,
  handler: "page",
  caller: "visitor",
  priority: "page",
  errorForm: "plain",
} as const;

const CONSOLE_FORM = { ...FORM, caller: "operator" } as const;
const ACCOUNT_FORM = { ...FORM, caller: "account" } as const;
const CONSOLE_PAGE = { ...PAGE, caller: "operator" } as const;

/**
 * Every route: what answers it, who may call it, and its limits. The front door mounts this table,
 * and `app` has a `route.ts` for each path, for `next dev` and `next start`.
 */
export function createRoutes(parts: RouteParts): readonly Route[] {
  const { publicUrl, searchImages, label, embedded, thumbnails, metrics, readiness } = parts;
  const { recent, suggestions } = parts;
  const { keyQuota, keyDigest, report, imageProofs, originalDownload, stillThere, people } = parts;
  const { picker } = parts;
  const { moderationForms, keyForms, consoleForms, notices } = parts;
  const pickerScript = createPickerScript(publicUrl);
  const serviceSearch = serviceSearchEndpoint(embedded, keyQuota);
  const lookUp = gallerySearchEndpoint(searchImages);
  const submitted = submittedSearchEndpoint(searchImages, { isAgain: false });
  return [
    { ...HEALTH, path: "/livez", handler: healthEndpoint },
    { ...HEALTH, path: "/healthz", handler: healthEndpoint },
    { ...HEALTH, path: "/readyz", handler: readyEndpoint(readiness) },
    { ...HEALTH, path: "/metrics", caller: "metrics-token", handler: metricsEndpoint(metrics) },
    {
      ...READ,
      path: "/opensearch.xml",
      handler: openSearchEndpoint(publicUrl),
      caller: "visitor",
      priority: "none",
      errorForm: "plain",
    },
    { ...PICKER_SCRIPT, path: "/picker.js", handler: pickerScript.current },
    { ...PICKER_SCRIPT, path: "/picker/script.json", handler: pickerScript.description },
    { ...PICKER_SCRIPT, path: "/picker/schema.json", handler: pickerSchemaEndpoint() },
    { ...PICKER_SCRIPT, path: "/picker/script/:id", handler: pickerScript.pinned },
    {
      ...SEARCH_POST,
      // Excludes HEAD, which would spend a search.
      methods: ["GET", "POST"],
      path: "/api/search",
      handler: (request, context) =>
        (request.method === "POST" ? submitted : lookUp)(request, context),
    },
    {
      ...SEARCH_POST,
      path: "/api/search/again",
      handler: submittedSearchEndpoint(searchImages, { isAgain: true }),
    },
    { ...GALLERY_POST, path: "/api/recent", handler: recent },
    { ...GALLERY_POST, path: "/api/suggestions", handler: suggestions },
    { ...GALLERY_POST, path: "/api/reports", handler: report },
    {
      ...GALLERY_POST,
      path: "/api/image-references",
      handler: imageProofs,
      bodyBytesMax: IMAGES_BYTES_MAX,
    },
    {
      ...GALLERY_POST,
      path: "/api/still-there",
      handler: stillThere,
      bodyBytesMax: IMAGES_BYTES_MAX,
    },
    {
      ...GALLERY_POST,
      path: "/api/original",
      handler: originalDownload,
      priority: "thumbnail",
      bodyBytesMax: IMAGE_BYTES_MAX,
      failedFormHref: failedDownloadHref,
    },
    { ...SEARCH_POST, path: "/api/picker/search", handler: picker.search },
    {
      ...GALLERY_POST,
      path: "/api/picker/original",
      handler: picker.originals.createUrl,
      bodyBytesMax: IMAGE_BYTES_MAX,
    },
    {
      methods: ["GET"],
      path: "/picker/original/:token",
      handler: picker.originals.read,
      caller: "visitor",
      priority: "thumbnail",
      bodyBytesMax: 0,
      errorForm: "plain",
      cacheControl: "no-store",
    },
    {
      ...GALLERY_POST,
      path: CROP_URL,
      handler: parts.crop,
      priority: "thumbnail",
      bodyBytesMax: IMAGE_BYTES_MAX,
    },
    {
      ...READ,
      path: "/api/service",
      // Which service answers searches, as a `ServiceLabel`.
      handler: async () => BytesResponse.of(await label()),
      caller: "visitor",
      priority: "none",
      errorForm: "gallery",
      cacheControl: "no-store",
    },
    { ...INTERFACE, path: "/v1/search", handler: serviceSearch },
    {
      ...ACCOUNT_FORM,
      path: "/api/try-search",
      handler: tryEndpoint(serviceSearch, keyDigest),
      errorForm: "interface",
    },
    { ...INTERFACE, path: "/v1/usage", handler: usageEndpoint(keyQuota) },
    {
      ...INTERFACE,
      methods: ["POST"],
      path: "/v1/picker-grants",
      handler: picker.grants,
      bodyBytesMax: FORM_BYTES_MAX,
    },
    {
      ...READ,
      path: "/v1/openapi.json",
      handler: openApiEndpoint(publicUrl),
      caller: "visitor",
      priority: "none",
      errorForm: "interface",
    },
    {
      methods: ["GET"],
      path: "/thumb/*",
      handler: thumbnails.handle,
      caller: "visitor",
      // A stored thumbnail never waits; for all others the thumbnail service takes a slot.
      priority: "none",
      bodyBytesMax: 0,
      errorForm: "image",
    },
    {
      ...READ,
      path: "/library/:id/original",
      handler: originalEndpoint(embedded.openOriginal),
      caller: "visitor",
      priority: "thumbnail",
      errorForm: "gallery",
    },
    { ...ACCOUNT_FORM, path: "/account/keys", handler: createKeyEndpoint(keyForms) },
    { ...ACCOUNT_FORM, path: "/account/keys/change", handler: changeKeyEndpoint(keyForms) },
    { ...ACCOUNT_FORM, path: "/account/keys/rotate", handler: rotateKeyEndpoint(keyForms) },
    { ...ACCOUNT_FORM, path: "/account/keys/revoke", handler: revokeKeyEndpoint(keyForms) },
    { ...CONSOLE_FORM, path: "/console/accounts/invite", handler: inviteEndpoint(consoleForms) },
    {
      ...CONSOLE_FORM,
      path: "/console/accounts/change",
      handler: changeAccountEndpoint(consoleForms),
    },
    {
      ...CONSOLE_FORM,
      path: "/console/accounts/delete",
      handler: deleteAccountEndpoint(consoleForms),
    },
    {
      ...CONSOLE_FORM,
      path: "/console/invitations/withdraw",
      handler: withdrawInvitationEndpoint(consoleForms),
    },
    { ...CONSOLE_FORM, path: "/console/keys/revoke", handler: revokeAnyKeyEndpoint(consoleForms) },
    {
      ...FORM,
      path: "/api/settings",
      priority: "none",
      handler: settingsEndpoint({ notices, isSecure: publicUrl.startsWith("https:") }),
    },
    { ...FORM, path: "/api/sign-in", handler: signInEndpoint(people, notices) },
    { ...FORM, path: "/api/sign-up", handler: signUpEndpoint(people, notices) },
    { ...FORM, path: "/api/invitation", handler: invitationEndpoint(people, notices) },
    { ...FORM, path: "/sign-out", handler: signOutEndpoint(people) },
    { ...ACCOUNT_FORM, path: "/account/sessions/end", handler: endSessionEndpoint(people) },
    {
      ...ACCOUNT_FORM,
      path: "/account/password",
      handler: changePasswordEndpoint(people, notices),
    },
    { ...ACCOUNT_FORM, path: "/account/email", handler: changeEmailEndpoint(people, notices) },
    {
      ...ACCOUNT_FORM,
      path: "/account/delete",
      handler: deleteOwnAccountEndpoint(people, notices),
    },
    {
      ...READ,
      path: "/account/usage.csv",
      handler: usageFileEndpoint(keyForms.accounts),
      caller: "account",
      priority: "search",
      errorForm: "plain",
    },
    { ...PAGE, path: "/sign-in" },
    { ...PAGE, path: "/sign-up" },
    { ...PAGE, path: "/invitation/:token" },
    { ...CONSOLE_FORM, path: "/console/reports/rate", handler: rateEndpoint(moderationForms) },
    {
      ...CONSOLE_FORM,
      path: "/console/reports/dismiss",
      handler: dismissEndpoint(moderationForms),
    },
    { ...CONSOLE_FORM, path: "/console/library/scan", handler: rescanEndpoint(moderationForms) },
    { ...CONSOLE_FORM, path: "/console/search/resume", handler: resumeEndpoint(moderationForms) },
    { ...PAGE, path: "/" },
    { ...PAGE, path: "/about" },
    { ...PAGE, path: "/settings" },
    { ...PAGE, path: FAILED_DOWNLOAD_PATH },
    { ...PAGE, path: "/account", caller: "account" },
    { ...CONSOLE_PAGE, path: "/console" },
    { ...CONSOLE_PAGE, path: "/console/activity" },
    { ...CONSOLE_PAGE, path: "/console/accounts" },
    { ...CONSOLE_PAGE, path: "/console/accounts/:id" },
    { ...CONSOLE_PAGE, path: "/console/keys" },
    { ...CONSOLE_PAGE, path: "/console/library" },
    { ...CONSOLE_PAGE, path: "/console/thumbnails" },
    { ...CONSOLE_PAGE, path: "/console/reports" },
    { ...CONSOLE_PAGE, path: "/console/audit" },
    { ...PAGE, path: "/collections" },
    { ...PAGE, path: "/collections/shared" },
    { ...PAGE, path: "/collections/:id" },
    { ...PAGE, path: "/v1/docs" },
    { ...PAGE, path: "/picker" },
    { ...PAGE, path: "/library" },
    { ...PAGE, path: "/library/:id" },
    // The proxy refuses HEAD, on which Next would run the search.
    { ...PAGE, path: "/search", methods: ["GET"] },
  ];
}
