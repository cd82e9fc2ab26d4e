# One image, two commands: `npm run server` and `npm run render-node`.
FROM node:24-bookworm-slim

# Libraries that the packaged Chromium is linked to, and an init that reaps its processes.
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    ca-certificates libexpat1 libnspr4 libnss3 procps tini util-linux \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund

COPY . .
RUN npm run build:page \
  && node --import tsx render-node/renderer/prepare-main.ts /app/.makara \
  && mkdir -p /media \
  && chown -R node:node /app/.makara /media

USER node
ENV NODE_ENV=production HOST=0.0.0.0 MEDIA_FOLDER=/media DATA_FOLDER=/app/.makara
ENTRYPOINT ["tini", "--"]
CMD ["node", "--import", "tsx", "server/main.ts"]
