# Build: the Swift image, and Debian's headers of the six C libraries; libpq is loaded where a server shares a log.
FROM docker.io/library/swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd-dev libsqlite3-dev libcurl4-openssl-dev libssl-dev zlib1g-dev libpcre2-dev libpq5 pkg-config ca-certificates \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /source
# The dependencies change less often than the sources, so they are fetched in a layer of their own.
COPY Package.* ./
COPY Clients/Swift/Package.swift Clients/Swift/
RUN swift package resolve
COPY . .
# Swift's own libraries go into the program. It is built without what lets tests look into it. What it is to run with is gathered here, and weighed.
RUN swift build -c release --product sectional --static-swift-stdlib \
    && Scripts/rootfs .build/release/sectional /out/root \
    && mv /out/root/data /out/data

# Run: the program, the libraries that it loads, certificates, and a user who owns nothing but the data. No shell, and no other program.
FROM scratch
LABEL org.opencontainers.image.title="Sectional" \
      org.opencontainers.image.description="Paginated, sectioned, versioned lists over HTTP" \
      org.opencontainers.image.documentation="docs/operating.md" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /out/root/ /
COPY --from=build --chown=10001:10001 /out/data /data
ENV PATH=/usr/local/bin \
    SECTIONAL_HOST=0.0.0.0 \
    SECTIONAL_PORT=8080 \
    SECTIONAL_DATABASE=/data/sectional.sqlite
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s --retries=3 CMD ["sectional", "health"]
ENTRYPOINT ["sectional"]
CMD ["serve"]
