/// How large content may be; what a server's settings `limits.…` say.
public struct ContentLimits: Sendable, Hashable {
    /// The most bytes of a request's body.
    public var body: Int
    /// The most bytes of an item's value, as compact JSON text.
    public var value: Int
    /// The most sections of a list.
    public var sections: Int
    /// The most items of a list.
    public var items: Int
    /// The most views of a list.
    public var views = 16
    /// The most bytes of a title, as JSON text.
    public let title = 1 << 10
    /// The most bytes of a list's identity.
    public let identity = 1 << 10
    /// The most pointers by which a list is searched.
    public let searchFields = 8
    /// The most bytes of each of these.
    public let searchField = 1 << 10
    /// The most bytes of each of header, footer and metadata, as compact JSON text.
    public let annotation = 16 << 10
    /// The most arrays and objects within each other in header, footer and metadata.
    public let annotationDepth = 64

    public init(body: Int = 16 << 20, value: Int = 256 << 10, sections: Int = 100_000, items: Int = 10_000_000) {
        self.body = body
        self.value = value
        self.sections = sections
        self.items = items
    }
}
