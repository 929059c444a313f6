/* The single default metrics of prom-client, which its own types leave out. */

declare module "prom-client/lib/metrics/*.js" {
  const collect: (
    registry: import("prom-client").Registry<import("prom-client").OpenMetricsContentType>,
    config: { eventLoopMonitoringPrecision: number },
  ) => void;
  export default collect;
}
