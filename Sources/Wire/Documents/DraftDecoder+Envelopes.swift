import JSON
import Lists

extension DraftDecoder {
    /// Levels of nesting around the value of an item, and around those in a section.
    private static let (itemEnvelope, sectionEnvelope) = (1, 3)

    /// Reads a list's document, `{"title",…,"sections":[…]}`.
    mutating func readList() throws(JSONSyntaxError) -> ListDraft {
        var draft = ListDraft(properties: nil, sections: [])
        var properties = ListProperties()
        var hasSections = false
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if DocumentKey(exactly: key) == .sections {
                hasSections = true
                draft.sections = try readSections()
            } else {
                try readListMember(key, into: &properties)
            }
        }
        if !hasSections { note(.invalidValue, "A list's document needs “sections”, an array.", at: DocumentKey.sections.rawValue) }
        draft.properties = properties
        return draft
    }

    /// Reads the value of a key that a list has beside its sections; one that is read-only is passed.
    mutating func readListMember(_ key: String, into properties: inout ListProperties) throws(JSONSyntaxError) {
        switch DocumentKey(exactly: key) {
        case .id, .version, .sectionCount, .itemCount, .createdAt, .updatedAt, .list: _ = try reader.scanValue()
        case let known:
            if let known, try readProperty(known, into: &properties) { return }
            noteUnknown(key, in: "A list")
            _ = try reader.scanValue()
        }
    }

    /// Reads the value of a key where it is one of a list's properties.
    ///
    /// - Returns: `false`, and nothing is read, where it is another.
    mutating func readProperty(_ key: DocumentKey, into properties: inout ListProperties) throws(JSONSyntaxError) -> Bool {
        switch key {
        case .title: properties.title = try readTitle()
        case .metadata: properties.metadata = try readMetadata()
        case .defaultType: properties.defaultType = try readTypeName(key)
        case .identity: properties.identity = try readIdentity()
        default: return false
        }
        return true
    }

    private mutating func readSections() throws(JSONSyntaxError) -> [SectionDraft] {
        var sections: [SectionDraft] = []
        guard try reader.peekKind() == .array else {
            note(.invalidValue, "“sections” is an array.", at: DocumentKey.sections.rawValue)
            _ = try reader.scanValue()
            return sections
        }
        var index = 0
        try reader.beginArray()
        while try reader.nextElement() {
            place.section = index
            index += 1
            guard countSection() else {
                _ = try reader.scanValue(envelope: Self.sectionEnvelope)
                continue
            }
            sections.append(try readSection())
        }
        place.section = nil
        return sections
    }

    /// Reads a section, `{"id","header","footer","metadata","items":[…]}`.
    ///
    /// - Parameter withItems: Whether it may have `items`; else that key is unknown.
    mutating func readSection(withItems: Bool = true) throws(JSONSyntaxError) -> SectionDraft {
        var section = SectionDraft()
        guard try reader.peekKind() == .object else {
            note(.invalidValue, "A section is an object.")
            _ = try reader.scanValue()
            return section
        }
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch DocumentKey(exactly: key) {
            case .id: section.id = try readSectionID()
            case .header: section.header = try readAnnotation(.header)
            case .footer: section.footer = try readAnnotation(.footer)
            case .metadata: section.metadata = try readMetadata()
            case .items where withItems: section.items = try readItems()
            case .index, .itemCount, .itemOffset, .list: _ = try reader.scanValue()
            default:
                noteUnknown(key, in: "A section")
                _ = try reader.scanValue()
            }
        }
        return section
    }

    /// Reads the items of a section.
    mutating func readItems() throws(JSONSyntaxError) -> [ItemDraft] {
        var items: [ItemDraft] = []
        guard try reader.peekKind() == .array else {
            note(.invalidValue, "“items” is an array.", at: DocumentKey.items.rawValue)
            _ = try reader.scanValue()
            return items
        }
        var index = 0
        try reader.beginArray()
        while try reader.nextElement() {
            place.item = index
            index += 1
            guard countItem() else {
                _ = try reader.scanValue(envelope: Self.itemEnvelope)
                continue
            }
            items.append(try readItem())
        }
        place.item = nil
        return items
    }

    /// Reads an item's envelope, `{"id","type","value"}`.
    mutating func readItem() throws(JSONSyntaxError) -> ItemDraft {
        var item = ItemDraft(value: .null)
        guard try reader.peekKind() == .object else {
            note(.invalidValue, "An item is an object with a “value”.")
            _ = try reader.scanValue()
            return item
        }
        var hasValue = false
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch DocumentKey(exactly: key) {
            case .id: item.id = try readItemID()
            case .type: item.type = try readTypeName(.type).map { .named($0) } ?? .none
            case .value:
                hasValue = true
                item.value = try readValue(at: key)
            case .indexPath, .cell, .revision, .list: _ = try reader.scanValue()
            default:
                noteUnknown(key, in: "An item")
                _ = try reader.scanValue()
            }
        }
        if !hasValue { note(.invalidValue, "An item needs a “value”; null is one.", at: DocumentKey.value.rawValue) }
        return item
    }
}
