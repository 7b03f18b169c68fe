import Logging

/// Every key there is, in the order of `config/sectional.yaml`.
public enum SettingsTable {
    public static let keys: [SettingKey] = [
        .text("host", \.host, "The IP address that the server listens on; localhost is 127.0.0.1."),
        .integer("port", \.port, 0...65_535, "The TCP port that the server listens on; 0 takes a free one."),
        .text("database", \.database, "The SQLite file that holds the lists; it is made when it is missing."),
        .optionalText("defaultList", \.defaultList, "The list that /items/{indexPath} means when a request names none."),
        .boolean("requirePreconditions", \.requirePreconditions, "Whether changing what exists needs If-Match or If-None-Match."),
        .later("strictTypes", .boolean, .boolean(false), "Whether a value's cell type must be registered."),
        .textMap(
            "cellSuffixes", \.cellSuffixes,
            "From the end of a type's name to that of its cell's name; a map here takes the place of this."),

        .choice("log.level", \.log.level, of: Logger.Level.allCases.map(\.rawValue), "The least severe records that are logged."),
        .choice("log.format", \.log.format, of: ["text", "json"], "How a record is written: text, or json for one JSON object a line."),
        .boolean("log.access", \.log.access, "Whether each request has a line, whatever the level."),

        .integer("history.versions", \.history.versions, 0...Int.max, "The versions of a list that stay readable; its last 16 always do."),
        .integer("history.seconds", \.history.seconds, 0...maximumSeconds, "The seconds that a version that was the head stays readable."),
        .integer("history.bytes", \.history.bytes, 0...Int.max, "The bytes that a list's old versions may take beside its head."),

        .integer("limits.body", \.limits.body, 1...Int.max, "The most bytes of a request's body; NDJSON may be of any length."),
        .integer("limits.value", \.limits.value, 1...Int.max, "The most bytes of an item's value, as JSON."),
        .integer("limits.uri", \.limits.uri, 64...(1 << 20), "The most bytes of a request's target."),
        .integer("limits.headers", \.limits.headers, 256...(1 << 20), "The most bytes of a request's header lines together."),
        .integer("limits.sections", \.limits.sections, 1...Int.max, "The most sections of a list."),
        .integer("limits.items", \.limits.items, 1...Int.max, "The most items of a list."),
        .integer("limits.page", \.limits.page, 1...1_000_000, "The largest limit that a page may ask for."),
        .integer("limits.defaultPage", \.limits.defaultPage, 1...1_000_000, "The limit of a page that asks for none; at most limits.page."),

        .integer(
            "idempotency.seconds", \.idempotency.seconds, 0...maximumSeconds,
            "The seconds that the answer to a write with an Idempotency-Key is kept, to be given again."),
        .integer(
            "idempotency.bytes", \.idempotency.bytes, 0...Int.max,
            "The bytes that all such answers together may take; past that the oldest go first."),
        .integer(
            "interactions.seconds", \.interactions.seconds, 0...maximumSeconds, "The seconds that interactions are kept to be read back."),
        .integer(
            "deliveries.seconds", \.deliveries.seconds, 0...maximumSeconds,
            "The seconds that a delivery stays in the log after its end; one that has not ended stays."),
        .texts("webhooks.allow", \.webhooks.allow, "The CIDR blocks that webhooks may call although they are not public."),
        .integers(
            "webhooks.retries", \.webhooks.retries, 0...maximumSeconds, "The seconds before each further attempt to deliver an event."),
        .number("webhooks.timeout", \.webhooks.timeout, 0.1...3_600, "The seconds that one attempt to deliver may take."),
        .optionalText(
            "webhooks.key", \.webhooks.key,
            "What seals the secrets of webhooks: 32 bytes in base64; absent, a file beside the database with .key at its end, made where it is missing."
        ),
        .integer("webhooks.parallel", \.webhooks.parallel, 1...4_096, "The attempts to deliver that may be under way at once."),
        .integer("webhooks.parallelEach", \.webhooks.parallelEach, 1...1_024, "The attempts that may be under way at once at one webhook."),
        .number("events.heartbeat", \.events.heartbeat, 0.1...3_600, "The most seconds of silence on an event stream."),
        .texts(
            "cors.origins", \.cors.origins,
            "The origins whose pages may call this server from a browser, such as https://app.example; * is all."),
        .tokens(
            "auth.tokens", \.auth.tokens,
            "The tokens that open the server, as sectional token writes them: name, hash, scope, lists, notAfter; without any it is open to everybody."
        ),
        .number(
            "rate.requests", \.rate.requests, 0...1_000_000,
            "The requests a second of each token, or of each address where there are no tokens; 0 for no limit."),
        .integer(
            "rate.burst", \.rate.burst, 0...1_000_000_000, "The requests of each that may come at once; 0 for as many as come in a second."),

        .number("shutdown.seconds", \.shutdown.seconds, 0...3_600, "The seconds that a stopping server leaves to what runs."),
        .integer("server.threads", \.server.threads, 0...1_024, "The threads that read, answer and write; 0 for one a core."),
        .integer("server.connections", \.server.connections, 1...1_000_000, "The connections held open at once."),
        .integer(
            "server.connectionsEach", \.server.connectionsEach, 0...1_000_000,
            "The connections held open at once for one address; 0 for half of server.connections."),
        .number(
            "server.headerSeconds", \.server.headerSeconds, 0.1...3_600,
            "The seconds from a request's first byte until its headers are there."),
        .integer(
            "server.bodyRate", \.server.bodyRate, 0...(1 << 30), "The bytes a second that a body comes with at least, over 30 seconds."),
        .integer(
            "server.memory", \.server.memory, (1 << 20)...Int.max,
            "The bytes of memory for bodies, for what is read out of them until it is written, and for answers that are not sent yet."),
        .integer("server.timeout", \.server.timeout, 0...86_400, "The seconds after which a silent connection is closed; 0 for never."),
        .texts(
            "server.hosts", \.server.hosts,
            "The hosts that the server answers to, * being any characters; none is every host, or loopback alone where it listens there without tokens."
        ),
        .texts(
            "server.trustedProxies", \.server.trustedProxies,
            "The CIDR blocks of proxies whose X-Forwarded-For or Forwarded header is believed."),
        .integer("cache.responses", \.cache.responses, 0...Int.max, "The bytes of memory for answers that are ready to be sent."),
        .integer("cache.nodes", \.cache.nodes, 0...Int.max, "The bytes of memory for decoded parts of lists."),
        .integer("writes.queue", \.writes.queue, 1...10_000_000, "The writes that may wait; more are answered with 503."),
        .integer(
            "writes.uploads", \.writes.uploads, 1...10_000, "The NDJSON uploads that may be on their way; more are answered with 503."),
    ]

    /// A hundred years.
    private static let maximumSeconds = 3_155_760_000
}
