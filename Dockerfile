# docform without a Node.js installation: docker run --rm -v "$PWD:/work" -e DOCFORM_TOKEN IMAGE plan
FROM node:22-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /package

FROM node:22-slim
COPY --from=build /package /package
RUN npm install --global --ignore-scripts /package/*.tgz && rm -r /package /root/.npm
# The repository can belong to another user than the one in the container.
RUN apt-get update && apt-get install --yes --no-install-recommends git ca-certificates && rm -rf /var/lib/apt/lists/* && git config --system --add safe.directory /work
WORKDIR /work
USER node
ENTRYPOINT ["docform"]
CMD ["--help"]
