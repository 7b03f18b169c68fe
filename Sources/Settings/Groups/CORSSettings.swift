/// `cors.…`: what browsers may show to pages of other origins.
public struct CORSSettings: Sendable, Equatable {
    /// As a browser sends them; `*` for all.
    public var origins: [String] = []
}
