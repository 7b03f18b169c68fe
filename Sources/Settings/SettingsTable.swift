import ListAPI
import Lists
import Logging
import MicroHTTPServer
import Ports
import PostgresLog
import SQLiteStore
import WebhookDelivery
import Webhooks

/// Every setting there is, in the order of `config/sectional.yaml`.
enum SettingsTable {
    static let keys: [SettingKey] = [
        SettingKey("host", \.server.host, .text, "The IP address that the server listens on; localhost is 127.0.0.1."),
        SettingKey("port", \.server.port, .integer(0...65_535), "The TCP port that the server listens on; 0 takes a free one."),
        SettingKey("database", \.store.path, .text, "The SQLite file that holds the lists; it is made when it is missing."),
        SettingKey("defaultList", \.api.defaultList, .optionalText, "The list that /items/{indexPath} means when a request names none."),
        SettingKey(
            "requirePreconditions", \.api.requirePreconditions, .boolean, "Whether changing what exists needs If-Match or If-None-Match."),
        SettingKey("strictTypes", \.api.strictTypes, .boolean, "Whether the type that an item is written with must be registered."),
        SettingKey("page", \.api.hasPage, .boolean, "Whether browsers are shown a page at / and /ui."),
        SettingKey(
            "page.images", \.api.pictureOrigins, .texts,
            "The origins whose pictures the page shows in rows, such as https://images.example; * for all."),
        SettingKey(
            "cellSuffixes", \.api.naming, .textMap,
            "From the end of a type's name to that of its cell's name; a map here takes the place of this."),

        SettingKey(
            "log.level", \.log.level, .choice(Logger.Level.allCases.map(\.rawValue)), isReloaded: true,
            "The least severe records that are logged."),
        SettingKey(
            "log.format", \.log.format, .choice(LogFormat.allCases.map(\.rawValue)),
            "How a record is written: text, or json for one JSON object a line."),
        SettingKey("log.access", \.log.access, .boolean, "Whether each request has a line, whatever the level."),

        SettingKey(
            "history.versions", \.store.retention.versions, .integer(0...Int.max),
            "The versions of a list that stay readable; its last 16 always do."),
        SettingKey(
            "history.seconds", \.store.retention.seconds, .integer(0...maximumSeconds),
            "The seconds that a version that was the head stays readable."),
        SettingKey(
            "history.bytes", \.store.retention.bytes, .integer(0...Int.max),
            "The bytes that a list's old versions may take beside its head."),

        SettingKey(
            "limits.body", \.server.bodyLimit, .integer(1...Int.max), "The most bytes of a request's body; NDJSON may be of any length."),
        SettingKey("limits.value", \.api.limits.value, .integer(1...Int.max), "The most bytes of an item's value, as JSON."),
        SettingKey("limits.uri", \.server.targetLimit, .integer(64...(1 << 20)), "The most bytes of a request's target."),
        SettingKey(
            "limits.headers", \.server.headerLimit, .integer(256...(1 << 20)), "The most bytes of a request's header lines together."),
        SettingKey("limits.sections", \.sectionLimit, .integer(1...Int.max), "The most sections of a list."),
        SettingKey("limits.items", \.api.limits.items, .integer(1...Int.max), "The most items of a list."),
        SettingKey("limits.views", \.api.limits.views, .integer(0...Int.max), "The most views of a list."),
        SettingKey("limits.page", \.api.largestPage, .integer(1...1_000_000), "The largest limit that a page may ask for."),
        SettingKey(
            "limits.defaultPage", \.api.defaultPage, .integer(1...1_000_000), "The limit of a page that asks for none; at most limits.page."
        ),

        SettingKey(
            "idempotency.seconds", \.store.storedResponses.seconds, .integer(0...maximumSeconds),
            "The seconds that the answer to a write with an Idempotency-Key is kept, to be given again."),
        SettingKey(
            "idempotency.bytes", \.store.storedResponses.bytes, .integer(0...Int.max),
            "The bytes that all such answers together may take; past that the oldest of the token that keeps most go first."),
        SettingKey(
            "interactions.seconds", \.store.events.interactionSeconds, .integer(0...maximumSeconds),
            "The seconds that interactions are kept to be read back."),
        SettingKey(
            "deliveries.seconds", \.store.events.deliverySeconds, .integer(0...maximumSeconds),
            "The seconds that a delivery stays in the log after its end; one that has not ended stays."),
        SettingKey(
            "webhooks.allow", \.allowedAddresses, .texts, isReloaded: true,
            "The CIDR blocks that webhooks may call although they are not public."),
        SettingKey(
            "webhooks.retries", \.deliveryRetries, .integers(0...maximumSeconds),
            "The seconds before each further attempt to deliver an event."),
        SettingKey("webhooks.timeout", \.deliveryTimeout, .number(0.1...3_600), "The seconds that one attempt to deliver may take."),
        SettingKey(
            "webhooks.key", .optionalText, initial: .nothing,
            "What seals the secrets of webhooks: 32 bytes in base64; absent, a file beside the database with .key at its end, made where it is missing."
        ) { value, settings throws(SettingsError) in settings.webhookKey = try SecretBox?(key: value) },
        SettingKey(
            "webhooks.parallel", \.deliveries.limits.overall, .integer(1...4_096), "The attempts to deliver that may be under way at once."),
        SettingKey(
            "webhooks.parallelEach", \.deliveries.limits.perWebhook, .integer(1...1_024),
            "The attempts that may be under way at once at one webhook."),
        SettingKey("events.heartbeat", \.api.heartbeat, .number(0.1...3_600), "The most seconds of silence on an event stream."),
        SettingKey(
            "cors.origins", \.api.access.origins, .texts, isReloaded: true,
            "The origins whose pages may call this server from a browser, such as https://app.example; * is all."),
        SettingKey(
            "auth.tokens", .maps, initial: .list([]), isReloaded: true,
            "The tokens that open the server, as sectional token writes them: name, hash, scope, lists, notAfter; without any it is open to everybody."
        ) { value, settings throws(SettingsError) in settings.api.access.tokens = try TokenReader.tokens(value) },
        SettingKey(
            "rate.requests", \.api.access.rate.requests, .number(0...1_000_000), isReloaded: true,
            "The requests a second of each token, or of each address where there are no tokens; 0 for no limit."),
        SettingKey(
            "rate.burst", \.api.access.rate.burst, .integer(0...1_000_000_000), isReloaded: true,
            "The requests of each that may come at once; 0 for as many as come in a second."),

        SettingKey("shutdown.seconds", \.shutdownSeconds, .number(0...3_600), "The seconds that a stopping server leaves to what runs."),
        SettingKey("server.threads", \.server.threads, .integer(0...1_024), "The threads that read, answer and write; 0 for one a core."),
        SettingKey("server.connections", \.server.connectionLimit, .integer(1...1_000_000), "The connections held open at once."),
        SettingKey(
            "server.connectionsEach", \.server.connectionLimitEach, .integer(0...1_000_000),
            "The connections held open at once for one address; 0 for half of server.connections."),
        SettingKey(
            "server.headerSeconds", \.server.headerSeconds, .number(0.1...3_600),
            "The seconds from a request's first byte until its headers are there."),
        SettingKey(
            "server.bodyRate", \.server.bodyRate, .integer(0...(1 << 30)),
            "The bytes a second that a body comes with at least, and an answer is read with, over 30 seconds."),
        SettingKey(
            "server.memory", \.memoryLimit, .integer((1 << 20)...Int.max),
            "The bytes of memory for bodies, drafts, answers that are not sent yet and events that are not read; one sender takes a quarter at most."
        ),
        SettingKey(
            "server.timeout", \.server.idleTimeout, .integer(0...86_400),
            "The seconds after which a silent connection is closed; 0 for never."),
        SettingKey(
            "server.hosts", \.hosts, .texts,
            "The hosts that the server answers to, * being any characters; none is every host, or loopback alone where it listens there without tokens."
        ),
        SettingKey(
            "server.trustedProxies", \.api.trustedProxies, .texts,
            "The CIDR blocks of proxies that are believed to name the client's address."),
        SettingKey(
            "server.forwardedHeader", \.api.forwardedHeader, .choice(ForwardedHeader.allCases.map(\.rawValue)),
            "The header in which these proxies name it: X-Forwarded-For or Forwarded; either believes the one that is there, and neither of both."
        ),
        SettingKey(
            "cache.responses", \.api.responseCacheBytes, .integer(0...Int.max), "The bytes of memory for answers that are ready to be sent."
        ),
        SettingKey(
            "cache.search", \.api.searchCacheBytes, .integer(0...Int.max),
            "The bytes of memory for the words of lists that are searched, about 60 for an item of four words."),
        SettingKey("cache.nodes", \.store.nodeCacheBytes, .integer(0...Int.max), "The bytes of memory for decoded parts of lists."),
        SettingKey("writes.queue", \.store.writeLimit, .integer(1...10_000_000), "The writes that may wait; more are answered with 503."),
        SettingKey(
            "writes.uploads", \.store.uploadLimit, .integer(1...10_000),
            "The NDJSON uploads that may be on their way; more are answered with 503."),
        SettingKey(
            "cluster.url", .optionalText, initial: .nothing,
            "The PostgreSQL whose log servers share, such as postgresql://lists@db.example/lists; absent, the database is this server's alone."
        ) { value, settings throws(SettingsError) in
            let url = try String?(value, of: "cluster.url")
            settings.cluster.url = url?.isEmpty == true ? nil : url
        },
        SettingKey(
            "cluster.passwordFile", \.cluster.passwordFile, .optionalText,
            "A file that holds PostgreSQL's password alone; PGPASSFILE and PGPASSWORD work as everywhere."),
        SettingKey(
            "cluster.freshness", \.freshMilliseconds, .integer(0...60_000),
            "The milliseconds for which a read may miss what other servers have committed; at 0 it misses nothing."),
        SettingKey(
            "cluster.stale", \.freshness.staleSeconds, .number(0...86_400),
            "The seconds for which reads go on while PostgreSQL gives no answer; at 0 they are answered with 503."),
        SettingKey(
            "cluster.base", \.baseMegabytes, .integer(1...1_000_000),
            "The megabytes of new entries after which the log gets another base, from which new servers go on, and loses older entries."),
    ]

    /// A hundred years.
    private static let maximumSeconds = 3_155_760_000
}
