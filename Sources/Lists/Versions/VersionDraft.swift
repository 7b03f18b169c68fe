/// A version ready to be stored: everything that it has and its predecessor had not. It never changes, and is handed on as one reference.
///
/// A store writes it in one transaction. Nothing in it refers to a node or revision that neither the predecessor nor the draft itself
/// has, so that what the predecessor alone reaches (``VersionRows/garbage``) can go when the predecessor leaves the history.
public final class VersionDraft: Sendable {
    /// The list as it is afterwards.
    public let head: ListHead
    /// Whether `head.properties` is a new revision, with the key `head.propertiesKey`.
    public let hasNewProperties: Bool
    /// Types that the list had not, with their numbers.
    public let typeNames: [(name: String, number: Int32)]
    /// The name of who made the version; `nil` for none.
    public let author: String?
    /// The origin of a view's version; `nil` for any other list.
    public let origin: ViewOrigin?
    /// The change of one item that is all of it; `nil` for any other.
    public let update: ItemUpdate?
    /// All else: of a write that was staged, what is not stored yet.
    public let rows: VersionRows

    public init(
        head: ListHead, hasNewProperties: Bool, typeNames: [(name: String, number: Int32)], author: String?, origin: ViewOrigin? = nil,
        update: ItemUpdate? = nil, rows: VersionRows
    ) {
        self.update = update
        self.origin = origin
        self.head = head
        self.hasNewProperties = hasNewProperties
        self.typeNames = typeNames
        self.author = author
        self.rows = rows
    }

    /// The same version with what is left of its rows.
    public func with(rows: VersionRows) -> VersionDraft {
        VersionDraft(
            head: head, hasNewProperties: hasNewProperties, typeNames: typeNames, author: author, origin: origin, update: update, rows: rows
        )
    }

    /// The same version of a view.
    ///
    /// - Parameter author: Its author, where it has none of its own.
    public func made(of origin: ViewOrigin, by author: String? = nil) -> VersionDraft {
        VersionDraft(
            head: head, hasNewProperties: hasNewProperties, typeNames: typeNames, author: self.author ?? author, origin: origin, rows: rows)
    }

    /// The same version with what a further edit has made of it. Its own rows are stored before those of that edit.
    ///
    /// - Parameter next: The version after it, as the edit has made it; `nil` where that has changed nothing.
    public func continued(by next: VersionDraft?) -> VersionDraft {
        guard let next else {
            return VersionDraft(
                head: head, hasNewProperties: false, typeNames: typeNames, author: author, origin: origin, rows: VersionRows())
        }
        let made = ListHead(
            id: head.id, number: head.number, base: head.base, version: head.version, sections: next.head.sections,
            properties: next.head.properties, propertiesKey: next.head.propertiesKey, types: next.head.types, createdAt: head.createdAt,
            updatedAt: next.head.updatedAt, counter: next.head.counter)
        return VersionDraft(
            head: made, hasNewProperties: next.hasNewProperties, typeNames: typeNames + next.typeNames, author: author, origin: origin,
            rows: next.rows)
    }

    /// The same version, made at a time: milliseconds since 1970, UTC.
    public func made(at time: Int64) -> VersionDraft {
        let head = ListHead(
            id: head.id, number: head.number, base: head.base, version: head.version, sections: head.sections, properties: head.properties,
            propertiesKey: head.propertiesKey, types: head.types, createdAt: head.createdAt, updatedAt: time, counter: head.counter)
        return VersionDraft(
            head: head, hasNewProperties: hasNewProperties, typeNames: typeNames, author: author, origin: origin, update: update, rows: rows
        )
    }
}

/// The versions of its source that a version of a view stands for; `nil` where there was no list of the source's id.
public struct ViewOrigin: Sendable, Equatable {
    /// The version that the view's was made for.
    public let source: Int64?
    /// The last version that the view's version before was right for.
    public let before: Int64?

    public init(source: Int64?, before: Int64?) {
        self.source = source
        self.before = before
    }
}
