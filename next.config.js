// @ts-check

/** @type {import("next").NextConfig} */
export default {
  // The optimiser has had its own request-forgery holes; thumbnails are ours (docs/decisions).
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // Native modules and worker bundles are loaded from node_modules at run time, not bundled.
  serverExternalPackages: ["libsql", "sharp", "pino"],
  productionBrowserSourceMaps: false,
  devIndicators: false,
};
