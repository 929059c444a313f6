// @ts-check

/** Headers for what no page's proxy goes before: icons, and both APIs. */
const fileHeaders = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "no-referrer" },
];

/** @type {import("next").NextConfig} */
export default {
  // The optimiser has had its own request-forgery holes; thumbnails are ours (docs/decisions).
  images: { unoptimized: true },
  poweredByHeader: false,
  // The front door packs, with Brotli where the browser takes it (lib/http/front-door).
  compress: false,
  reactStrictMode: true,
  // Native modules and worker bundles are loaded from node_modules at run time, not bundled.
  serverExternalPackages: ["libsql", "sharp", "pino"],
  // Types are checked by `npm run typecheck` and `npm run verify`, tests included; whoever only
  // starts the product needs no second opinion.
  typescript: { ignoreBuildErrors: true },
  productionBrowserSourceMaps: false,
  experimental: {
    // Else the page for what is not there would be part of every other page.
    globalNotFound: true,
    // As few style sheets as can be, though each then has rules that its page does not need: a
    // browser asks for six things at once, and every style sheet stands before a picture.
    cssChunking: { type: "graph", requestCost: 1_000_000 },
  },
  // Else the proxy would not be told that a request only loads a page ahead.
  skipProxyUrlNormalize: true,
  devIndicators: false,
  headers: async () => [{ source: "/:path*", headers: fileHeaders }],
};
