FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY examples/dashboard/package.json examples/dashboard/
COPY examples/frontends/package.json examples/frontends/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-slim
WORKDIR /app
# Owned by the user who runs it: the embedded PostgreSQL completes its package at the first start.
COPY --from=build --chown=node:node /app/package.json ./
COPY --from=build --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/prisma ./prisma
COPY --from=build --chown=node:node /app/dist ./dist
# So that commands can be run beside the service: docker exec CONTAINER actiongraph workspace list
RUN ln -s /app/dist/cli.js /usr/local/bin/actiongraph
# The embedded database, where DATABASE_URL is not set. One container serves a volume; a second one is refused.
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli.js"]
CMD ["serve"]
