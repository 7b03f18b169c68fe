# Build: the Swift image, and Debian's headers of the four C libraries.
FROM docker.io/library/swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd-dev libsqlite3-dev libcurl4-openssl-dev zlib1g-dev pkg-config \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /source
# The dependencies change less often than the sources, so they are fetched in a layer of their own.
COPY Package.* ./
RUN swift package resolve
COPY . .
# Swift's own libraries go into the program; the image that runs it needs no Swift.
RUN swift build -c release --product sectional --static-swift-stdlib -Xlinker -s \
    && install -D "$(swift build -c release --product sectional --static-swift-stdlib -Xlinker -s --show-bin-path)/sectional" /out/sectional

# Run: slim Debian, the four libraries, and a user who owns nothing but the data.
FROM docker.io/library/debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd12 libsqlite3-0 libcurl4 libstdc++6 zlib1g ca-certificates curl \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
    && groupadd --gid 10001 sectional \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin sectional \
    && install -d -o sectional -g sectional /data
COPY --from=build /out/sectional /usr/local/bin/sectional
ENV SECTIONAL_HOST=0.0.0.0 \
    SECTIONAL_PORT=8080 \
    SECTIONAL_DATABASE=/data/sectional.sqlite
USER sectional
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
    CMD curl --fail --silent --output /dev/null "http://127.0.0.1:${SECTIONAL_PORT}/healthz" || exit 1
ENTRYPOINT ["sectional"]
CMD ["serve"]
