import Lists

/// The most bytes of the bodies of routes that take small documents.
///
/// Each is several times what the largest document needs that the route accepts, so that the error names the part that is too large.
struct BodyLimits: Sendable {
    /// A position to move to, a version to return to, `{}`, or nothing.
    static let move = 64 << 10
    /// A webhook, or what to replay: a thousand patterns of the longest ids are half of it.
    static let webhook = 256 << 10

    /// Properties of a list or a section.
    let annotations: Int
    /// One value, or a patch of one.
    let value: Int

    init(_ limits: ContentLimits) {
        annotations = limits.annotation << 5
        value = limits.value > Int.max >> 3 ? .max : limits.value << 2 + 64 << 10
    }
}
