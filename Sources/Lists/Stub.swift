public struct Identifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let text: String
    public init(verbatim text: String) { self.text = text }
    public var description: String { text }
    public static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
    public static func < (a: Self, b: Self) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
    public func hash(into hasher: inout Hasher) { for b in text.utf8 { hasher.combine(b) } }
}
public struct ListID: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public init?(_ text: String) { self.text = text }
    public var description: String { text }
}
public struct JSONValue: Hashable, Sendable {
    public let text: String
    public init(verbatim text: String) { self.text = text }
    public static let null = JSONValue(verbatim: "null")
}
public struct ListProperties: Sendable, Equatable {
    public var title: String?
    public var metadata: JSONValue
    public var defaultType: String?
    public var identity: String?
    public init(title: String?, metadata: JSONValue, defaultType: String?, identity: String?) {
        self.title = title; self.metadata = metadata; self.defaultType = defaultType; self.identity = identity
    }
}
public struct SectionDraft: Sendable {
    public var id: Identifier?
    public var header: JSONValue
    public var footer: JSONValue
    public var metadata: JSONValue
    public var items: [ItemDraft]
    public init(id: Identifier?, header: JSONValue, footer: JSONValue, metadata: JSONValue, items: [ItemDraft]) {
        self.id = id; self.header = header; self.footer = footer; self.metadata = metadata; self.items = items
    }
}
public struct ItemDraft: Sendable {
    public var id: Identifier?
    public var type: TypeChoice
    public var value: JSONValue
    public init(id: Identifier?, type: TypeChoice, value: JSONValue) { self.id = id; self.type = type; self.value = value }
}
public enum TypeChoice: Sendable { case unspecified, none, named(String) }
public struct ListDraft: Sendable {
    public var properties: ListProperties?
    public var sections: [SectionDraft]
    public init(properties: ListProperties?, sections: [SectionDraft]) { self.properties = properties; self.sections = sections }
}
