public import CellTypes
public import HTTPServing
public import Lists
public import Webhooks

/// What an operator decides about the API.
public struct ListAPISettings: Sendable {
    /// The list that `/items/{indexPath}` means where the request names none.
    public var defaultList: ListID?
    /// Whether a change of something that exists must carry `If-Match` or `If-None-Match`.
    public var requirePreconditions = false
    /// Whether the type that an item is written with must be registered.
    public var strictTypes = false
    public var naming = CellNaming()
    public var limits = ContentLimits()
    /// The largest page, in items or sections.
    public var largestPage = 500
    /// The page where a request asks for no size.
    public var defaultPage = 50
    /// Bytes that responses seen before may take; 0 keeps none.
    public var responseCacheBytes = 32 << 20
    /// What drafts are counted in while they wait to be written; the server's own, so that all together have one bound.
    public var memory = MemoryBudget(limit: 256 << 20)
    /// The NDJSON uploads that one token, or one address where there are no tokens, may have on their way at once.
    public var uploadsOfEach = 128
    /// The most seconds of silence on an event stream.
    public var heartbeat = 15.0
    /// Who may ask for what when the application begins; ``ListAPI/take(_:)`` puts other rules in their place.
    public var access = AccessRules()
    /// Where trusted proxies connect from.
    public var trustedProxies: [AddressBlock] = []
    /// Whether browsers are shown a page at `/`.
    public var hasPage = true
    /// The program's version, as `/` tells it to programs.
    public var programVersion = ""
    /// Milliseconds since 1970.
    public var now: @Sendable () -> Int64 = SystemSources.now
    /// What holds of the access rules now; the application shares it between all that it makes of these settings.
    var accessFlags = AccessFlags(AccessRules())

    public init() {}

    /// The tokens of ``access``.
    public var tokens: [AccessToken] {
        get { access.tokens }
        set { access.tokens = newValue }
    }

    /// How values are held against the registered types.
    public var typeRules: TypeRules { TypeRules(isStrict: strictTypes) }

    /// The origins of ``access``.
    public var origins: [String] {
        get { access.origins }
        set { access.origins = newValue }
    }
}
