/// `limits.…`: how large requests and lists may be; bytes and counts.
struct LimitSettings: Sendable, Equatable {
    var body = 16 << 20
    var value = 256 << 10
    var uri = 8 << 10
    var headers = 16 << 10
    var sections = 100_000
    var items = 10_000_000
    /// The largest `limit` of a page.
    var page = 500
    /// The `limit` of a page that names none.
    var defaultPage = 50
}
