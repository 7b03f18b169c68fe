import JSON
import Lists

extension DraftDecoder {
    /// Reads the value of a key that a body has beside those of its kind.
    ///
    /// Returns `false`, and reads nothing, where it has no such key.
    typealias OtherMembers = (_ decoder: inout DraftDecoder, _ key: String) throws(JSONSyntaxError) -> Bool

    /// Reads `{"item"}` or `{"items"}` with its place.
    mutating func readItemInsertion(others: OtherMembers = Self.noOthers) throws(JSONSyntaxError) -> ItemInsertion {
        var insertion = ItemInsertion()
        var hasItems = false
        guard try enterBody() else { return insertion }
        while let key = try reader.nextKey() {
            switch EditKey(exactly: key) {
            case .item, .items:
                if hasItems { note(.invalidValue, "Either “item” or “items”, not both.", at: key) }
                hasItems = true
                insertion.isSingle = key.utf8.count == 4
                insertion.drafts = insertion.isSingle ? try readSingleItem() : try readItems()
            case .index: insertion.place = try placed(insertion.place, key, try readIndex(at: key).map { .at($0) })
            case .before: insertion.place = try placed(insertion.place, key, try readItemName(at: key).map { .before($0) })
            case .after: insertion.place = try placed(insertion.place, key, try readItemName(at: key).map { .after($0) })
            default: if try !others(&self, key) { try passUnknown(key, in: "A body that inserts items") }
            }
        }
        if !hasItems {
            note(.invalidValue, "There is to be an “item”, or an array of “items”.", at: EditKey.items.rawValue)
        } else if insertion.drafts.isEmpty {
            note(.invalidValue, "There is to be at least one item.", at: EditKey.items.rawValue)
        }
        return insertion
    }

    private mutating func readSingleItem() throws(JSONSyntaxError) -> [ItemDraft] {
        place.root = .root.appending(EditKey.item.rawValue)
        let isCounted = countItem()
        let item = try readItem()
        place.root = .root
        return isCounted ? [item] : []
    }

    /// Reads `{"section"}` with its place.
    mutating func readSectionInsertion(others: OtherMembers = Self.noOthers) throws(JSONSyntaxError) -> SectionInsertion {
        var insertion = SectionInsertion()
        var hasSection = false
        guard try enterBody() else { return insertion }
        while let key = try reader.nextKey() {
            switch EditKey(exactly: key) {
            case .section:
                hasSection = true
                place.root = .root.appending(key)
                insertion.draft = try readSection()
                place.root = .root
            case .index: insertion.place = try placed(insertion.place, key, try readIndex(at: key).map { .at($0) })
            case .before: insertion.place = try placed(insertion.place, key, try readSectionName(at: key).map { .before($0) })
            case .after: insertion.place = try placed(insertion.place, key, try readSectionName(at: key).map { .after($0) })
            default: if try !others(&self, key) { try passUnknown(key, in: "A body that inserts a section") }
            }
        }
        if !hasSection { note(.invalidValue, "There is to be a “section”.", at: EditKey.section.rawValue) }
        return insertion
    }

    /// Reads where an item is to move.
    mutating func readItemMove(
        others: OtherMembers = Self.noOthers
    ) throws(JSONSyntaxError) -> BodyPlace<IndexPath, ItemReference> {
        var target = BodyPlace<IndexPath, ItemReference>.unspecified
        guard try enterBody() else { return target }
        while let key = try reader.nextKey() {
            switch EditKey(exactly: key) {
            case .to: target = try placed(target, key, try readIndexPath(at: key).map { .at($0) })
            case .before: target = try placed(target, key, try readItemName(at: key).map { .before($0) })
            case .after: target = try placed(target, key, try readItemName(at: key).map { .after($0) })
            default: if try !others(&self, key) { try passUnknown(key, in: "A move of an item") }
            }
        }
        if case .unspecified = target {
            note(.invalidValue, "Say where to: “to” with an index path, or “before” or “after” an item.", at: EditKey.to.rawValue)
        }
        return target
    }

    /// Reads where a section is to move.
    mutating func readSectionMove(
        others: OtherMembers = Self.noOthers
    ) throws(JSONSyntaxError) -> BodyPlace<Int, SectionReference> {
        var target = BodyPlace<Int, SectionReference>.unspecified
        guard try enterBody() else { return target }
        while let key = try reader.nextKey() {
            switch EditKey(exactly: key) {
            case .index: target = try placed(target, key, try readIndex(at: key).map { .at($0) })
            case .before: target = try placed(target, key, try readSectionName(at: key).map { .before($0) })
            case .after: target = try placed(target, key, try readSectionName(at: key).map { .after($0) })
            default: if try !others(&self, key) { try passUnknown(key, in: "A move of a section") }
            }
        }
        if case .unspecified = target {
            note(.invalidValue, "Say where to: “index”, or “before” or “after” a section.", at: EditKey.index.rawValue)
        }
        return target
    }

    static func noOthers(_ decoder: inout DraftDecoder, _ key: String) throws(JSONSyntaxError) -> Bool { false }

    /// The place that a body now says; only one goes.
    private mutating func placed<Place, Name>(
        _ old: BodyPlace<Place, Name>, _ key: String, _ new: BodyPlace<Place, Name>?
    ) throws(JSONSyntaxError) -> BodyPlace<Place, Name> {
        if case .unspecified = old { return new ?? old }
        note(.invalidValue, "One place is enough: leave “\(key)” out, or the other.", at: key)
        return old
    }
}
