# docform without a Node.js installation; docs/guides/install.md explains how to build and run the image.
FROM node:22-bookworm-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends git tini
WORKDIR /src
COPY . .
RUN npm ci && mkdir /package && npm pack --ignore-scripts --pack-destination /package

# The packed files, with the dependencies of the lock file, and one of the two native builds of SQLite.
WORKDIR /image/usr/local/lib/docform
RUN tar -xzf /package/*.tgz --strip-components=1 && cp /src/package-lock.json . && npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@libsql/*-musl

# Node.js without npm, Git without its Perl scripts, and an init process that forwards signals to docform.
# Git accepts a repository of another user, in any directory.
WORKDIR /image
RUN mkdir -p usr/bin usr/local/bin etc home/docform && cp "$(command -v node)" usr/local/bin/ && cp "$(command -v git)" "$(command -v tini)" usr/bin/ && ln -s ../lib/docform/dist/cli/main.cjs usr/local/bin/docform && git config --file etc/gitconfig safe.directory '*'

FROM debian:bookworm-slim
COPY --from=build /image /
# The home directory belongs to root, so that no file of a repository can configure Git.
ENV HOME=/home/docform
WORKDIR /work
USER 1000:1000
ENTRYPOINT ["tini", "--", "docform"]
CMD ["--help"]
