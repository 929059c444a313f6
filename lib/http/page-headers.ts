import "server-only";

/** Features of the browser; a page of ours needs none of them. */
const FEATURES = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

/** The headers of every page, besides the policy that is made for each anew. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  // Private: a page is for one visitor. Not "no-store": that would make Back load, and so search,
  // again, where the browser could show the page it still has.
  "cache-control": "private, no-cache, must-revalidate",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": FEATURES.map((feature) => `${feature}=()`).join(", "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
