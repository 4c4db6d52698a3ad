# The simulated service in a container: memory alone, or the volume /data with `--data /data`. Words after the image's name
# are flags of `ballast serve`: docker run -p 127.0.0.1:4710:4710 ballast --clock-mode manual --json
# Other containers reach it under a name of its own, which it has to be told: --allow-host ballast

# By its whole version. A digest would be tighter still; none is written here that was not looked up in the registry.
FROM node:24.21.0-slim AS build
WORKDIR /ballast
COPY package.json package-lock.json .npmrc ./
COPY test/client/package.json test/client/
RUN npm ci
COPY . .
RUN npx vite build --config vite.renderer.config.ts --logLevel warn && npm run --silent build:server && npm run --silent build:site

FROM node:24.21.0-slim
ENV NODE_ENV=production
WORKDIR /ballast
COPY --from=build /ballast/out/packages out/packages
COPY --from=build /ballast/out/renderer out/renderer
COPY --from=build /ballast/out/server out/server
COPY --from=build /ballast/out/site out/site
COPY package.json LICENSE ./
COPY fixtures fixtures
COPY src-server/cli/ballast.js src-server/cli/
COPY src-server/system/needed-node.cjs src-server/system/
COPY src-server/store/migrations src-server/store/migrations
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4710
HEALTHCHECK --interval=5s --timeout=3s --start-period=15s --retries=5 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4710/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Within a container loopback is the container's own. Who may come in is said where its port is published.
ENTRYPOINT ["node", "src-server/cli/ballast.js", "serve", "--host", "0.0.0.0", "--port", "4710"]
