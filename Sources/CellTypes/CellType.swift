public import JSON

/// A type of items as an app's developers register it: the schema of its values, and its cells.
public struct CellType: Sendable, Equatable {
    /// 1 to 128 Unicode scalars, none a control character; compared by its bytes.
    public let name: String
    /// A JSON Schema of the dialect 2020-12 as it was sent; `nil` where values are free.
    public let schema: JSONText?
    /// The cell of its items; `nil` where the naming rule says it.
    public let reuseIdentifier: String?
    /// Points, a JSON number above 0 as it was sent; `nil` where nobody knows.
    public let estimatedHeight: JSONText?
    /// The type that stands in for it with clients that do not know it; it need not be registered.
    public let fallback: String?
    public let description: String

    public init(
        name: String, schema: JSONText? = nil, reuseIdentifier: String? = nil, estimatedHeight: JSONText? = nil,
        fallback: String? = nil, description: String = ""
    ) {
        self.name = name
        self.schema = schema
        self.reuseIdentifier = reuseIdentifier
        self.estimatedHeight = estimatedHeight
        self.fallback = fallback
        self.description = description
    }

    public static func == (left: Self, right: Self) -> Bool {
        UTF8Text.areEqual(left.name, right.name) && left.schema == right.schema && left.estimatedHeight == right.estimatedHeight
            && areEqual(left.reuseIdentifier, right.reuseIdentifier) && areEqual(left.fallback, right.fallback)
            && UTF8Text.areEqual(left.description, right.description)
    }

    private static func areEqual(_ left: String?, _ right: String?) -> Bool {
        switch (left, right) {
        case (let left?, let right?): UTF8Text.areEqual(left, right)
        case (nil, nil): true
        default: false
        }
    }
}
