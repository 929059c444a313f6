# The server as a container image: docs/deploy/README.md. At most 350 MB; runs as any user, with a read-only
# root file system; only /data and /tmp are written.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund --ignore-scripts && npm run pack:server

FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /src/.server /app
RUN mkdir /data && chown 10001:10001 /data
WORKDIR /app
USER 10001:10001
ENV NODE_ENV=production PORT=3000 VITRINE_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.mjs"]
