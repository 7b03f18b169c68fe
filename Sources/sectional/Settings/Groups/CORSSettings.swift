/// `cors.…`: what browsers may show to pages of other origins.
struct CORSSettings: Sendable, Equatable {
    /// As a browser sends them; `*` for all.
    var origins: [String] = []
}
