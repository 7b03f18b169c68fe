/// `limits.…`: how large requests and lists may be; bytes and counts.
public struct LimitSettings: Sendable, Equatable {
    public var body = 16 << 20
    public var value = 256 << 10
    public var uri = 8 << 10
    public var headers = 16 << 10
    public var sections = 100_000
    public var items = 10_000_000
    /// The largest `limit` of a page.
    public var page = 500
    /// The `limit` of a page that names none.
    public var defaultPage = 50
}
