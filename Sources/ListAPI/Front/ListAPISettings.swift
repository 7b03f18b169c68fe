public import CellTypes
public import HTTPServing
public import Lists
public import Ports
public import Webhooks

/// The operator's settings of the API.
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
    /// Bytes that the words of lists which are searched may take; 0 keeps none, so that each search reads its whole list.
    public var searchCacheBytes = 64 << 20
    /// Seconds that a search may take.
    public var searchSeconds = 30.0
    /// Counts drafts while they wait to be written. It is the server's own budget, so all together have one bound.
    public var memory = MemoryBudget(limit: 256 << 20)
    /// The NDJSON uploads that one token, or one address where there are no tokens, may have on their way at once.
    public var uploadsOfEach = 128
    /// Operations, and items that they insert or delete with their sections, up to which a write is one transaction on the store's writer.
    public var shortWriteItems = 4_096
    /// Seconds that the checks of one request's values against the schemas of their types may take.
    public var checkSeconds = 30.0
    /// The most seconds of silence on an event stream.
    public var heartbeat = 15.0
    /// How new the copy has to be that is shown, in a cluster; `nil` for a store that is alone.
    public var freshness: Freshness?
    /// The access rules when the application begins; ``ListAPI/take(_:)`` replaces them.
    public var access = AccessRules()
    /// The addresses that trusted proxies connect from.
    public var trustedProxies: [AddressBlock] = []
    /// The header in which these name the client's address.
    public var forwardedHeader = ForwardedHeader.either
    /// Whether browsers are shown a page at `/`.
    public var hasPage = true
    /// The origins of the pictures that the page shows in rows; `*` for all.
    public var pictureOrigins: [String] = []
    /// The program's version, as `/` tells it to programs.
    public var programVersion = ""
    /// Milliseconds since 1970.
    public var now: @Sendable () -> Int64 = SystemSources.now
    /// The facts of the present access rules, shared by all parts that are made of these settings.
    var accessFlags = AccessFlags(AccessRules())

    public init() {}

    /// The tokens of ``access``.
    public var tokens: [AccessToken] {
        get { access.tokens }
        set { access.tokens = newValue }
    }

    /// Tells the addresses that requests come from.
    public var clientAddresses: ClientAddresses { ClientAddresses(trusting: trustedProxies, in: forwardedHeader) }

    /// How values are held against the registered types.
    public var typeRules: TypeRules { TypeRules(isStrict: strictTypes) }

    /// The memory share of a request's sender.
    func share(of request: Request) -> MemoryShare { memory.share(of: request.sender) }

    /// The origins of ``access``.
    public var origins: [String] {
        get { access.origins }
        set { access.origins = newValue }
    }
}
