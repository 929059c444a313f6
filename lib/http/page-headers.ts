import "server-only";
import { RESPONSE_HEADERS } from "./response-headers";

/** Browser features that our pages do not need. Only the lightbox uses full screen. */
const FEATURES = `
  accelerometer autoplay browsing-topics camera display-capture encrypted-media
  gamepad geolocation gyroscope hid identity-credentials-get idle-detection local-fonts
  magnetometer microphone midi payment picture-in-picture publickey-credentials-get
  screen-wake-lock serial usb window-management xr-spatial-tracking
`;

/** The headers of every page, besides its content security policy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...RESPONSE_HEADERS,
  // Private: a page is for one visitor. Not "no-store": Back would then reload the page and run the
  // search again.
  "cache-control": "private, no-cache, must-revalidate",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": FEATURES.trim()
    .split(/\s+/)
    .map((name) => `${name}=()`)
    .join(", "),
  // Other hosts get no `Referer`. Our own server needs it (lib/web/cross-site.ts).
  "referrer-policy": "same-origin",
};

type PolicyOptions = {
  /** Made for this response alone. */
  nonce: string;
  /** Whether the browser may request pictures from other hosts that a remote service found. */
  hasRemotePictures: boolean;
  isDevelopment: boolean;
  /** The only origin whose pages may embed this page; by default none may. */
  frameAncestor?: string;
};

/**
 * Returns the policy of what a page may load and do
 * (docs/decisions/0012-content-security-policy.md). It forbids everything that it does not name.
 */
export function contentSecurityPolicy(options: PolicyOptions): string {
  const { nonce, hasRemotePictures, isDevelopment, frameAncestor = "'none'" } = options;
  const directives: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": [
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(isDevelopment ? ["'unsafe-eval'"] : []),
    ],
    "style-src": ["'self'", ...(isDevelopment ? ["'unsafe-inline'"] : [`'nonce-${nonce}'`])],
    // A tile's style attribute sets its ratio and colour as custom properties.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", ...(hasRemotePictures ? ["http:", "https:"] : [])],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "object-src": ["'none'"],
    "frame-ancestors": [frameAncestor],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
