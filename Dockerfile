# The package contains no machine code, so it is built once for all platforms.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY examples/dashboard/package.json examples/dashboard/
COPY examples/frontends/package.json examples/frontends/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && mkdir /package && npm pack --ignore-scripts --pack-destination /package

FROM node:24-slim
# The embedded PostgreSQL completes its package at the first start, so its user owns the folder.
RUN mkdir /app /data && chown node:node /app /data
USER node
WORKDIR /app
RUN --mount=type=bind,from=build,source=/package,target=/package \
  npm install --omit=dev --ignore-scripts --no-audit --no-fund /package/*.tgz && npm cache clean --force
# For commands: docker exec CONTAINER actiongraph workspace list
ENV PATH=/app/node_modules/.bin:$PATH
# The embedded database, if DATABASE_URL is not set. Only one container can use a volume.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["actiongraph"]
CMD ["serve"]
