public import HTTPTypes
import Ports

/// The header fields of the contract that the HTTP library has no names for.
extension HTTPField.Name {
    public static let acceptCellTypes = constant("Accept-Cell-Types")
    public static let acceptPatch = constant("Accept-Patch")
    public static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")
    public static let idempotencyKey = constant("Idempotency-Key")
    public static let idempotencyReplayed = constant("Idempotency-Replayed")
    public static let lastEventID = constant("Last-Event-ID")
    public static let link = constant("Link")
    public static let listCreated = constant("List-Created")
    public static let listVersion = constant("List-Version")
    public static let prefer = constant("Prefer")
    public static let preferenceApplied = constant("Preference-Applied")
    public static let referrerPolicy = constant("Referrer-Policy")
    public static let requestID = constant("Request-Id")
    public static let forwarded = constant("Forwarded")
    public static let hostHeader = constant("Host")
    public static let secFetchDest = constant("Sec-Fetch-Dest")
    public static let secFetchMode = constant("Sec-Fetch-Mode")
    public static let secFetchSite = constant("Sec-Fetch-Site")
    public static let traceParent = constant("traceparent")
    public static let xForwardedFor = constant("X-Forwarded-For")
    public static let xAccelBuffering = constant("X-Accel-Buffering")

    /// The name that a literal of this file has: each is a token, which a test holds. `Via` stands in for what is none.
    private static func constant(_ name: StaticString) -> HTTPField.Name { HTTPField.Name("\(name)") ?? .via }
}
