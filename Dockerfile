# the app, built with everything
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# the folder of git is not copied: --build-arg REVISION=$(git rev-parse --short HEAD)
ARG REVISION
RUN npm run build

# what the server imports, without what only people and compilers read
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
RUN rm -rf node_modules/node-linux-* node_modules/.bin node_modules/typescript node_modules/@typescript node_modules/better-sqlite3/deps
RUN find node_modules/better-sqlite3/prebuilds -type f ! -name 'linux-*' -delete
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# Node alone: npm and the headers of the official image are of no use here
FROM debian:bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data HOME=/tmp NODE_COMPILE_CACHE=/tmp/node-compile-cache
# /files: what several nodes share
RUN mkdir /data /files && chown 1000:1000 /data /files
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-server ./dist-server
COPY package.json LICENSE ./
COPY server ./server
COPY migrations ./migrations
COPY locales ./locales
USER 1000:1000
VOLUME /data
EXPOSE 8080
CMD ["node", "--v8-pool-size=0", "--max-semi-space-size=8", "--heap-growing-percent=30", "server/start.ts"]
