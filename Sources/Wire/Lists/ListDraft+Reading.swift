import JSON
import Lists

extension ListDraft {
    /// Reads a list's content: an array of values, an array of arrays of values, or a document.
    init(reading body: inout BodyReader) throws(JSONSyntaxError) {
        switch try body.json.peekKind() {
        case .array: try self.init(readingArray: &body)
        case .object: try self.init(readingDocument: &body)
        default:
            self.init(properties: nil, sections: [])
            try body.json.scanValue()
            body.note(.invalidValue, "A list is an array of values, an array of arrays of values, or an object with “sections”.")
        }
    }

    // MARK: - Documents

    /// Reads `{"title",…,"sections":[…]}`, or a view's `{"title",…,"view":{…}}`, where what a view has not of itself is passed.
    private init(readingDocument body: inout BodyReader) throws(JSONSyntaxError) {
        self.init(properties: nil, sections: [])
        var properties = ListProperties()
        var (hasSections, hasView) = (false, false)
        try body.json.beginObject()
        while let key = try body.json.nextKey() {
            switch DocumentKey(exactly: key) {
            case .sections:
                hasSections = true
                sections = try Self.sections(reading: &body)
            case .view:
                hasView = true
                _ = try properties.readProperty(.view, from: &body)
            case .defaultType where hasView, .identity where hasView, .search where hasView: try body.json.scanValue()
            default: try properties.readMember(key, from: &body)
            }
        }
        if hasView {
            if hasSections { body.note(.unknownKey, "A view has no “sections” of its own.", at: DocumentKey.sections.rawValue) }
            (properties.defaultType, properties.identity, properties.search) = (nil, nil, nil)
        } else if !hasSections {
            body.note(.invalidValue, "A list's document needs “sections”, an array.", at: DocumentKey.sections.rawValue)
        }
        self.properties = properties
    }

    private static func sections(reading body: inout BodyReader) throws(JSONSyntaxError) -> [SectionDraft] {
        var sections: [SectionDraft] = []
        guard try body.enterArray(DocumentKey.sections.rawValue) else { return sections }
        var index = 0
        while try body.json.nextElement() {
            body.position.section = index
            index += 1
            guard body.countSection() else {
                try body.json.scanValue(envelope: SectionDraft.envelope)
                continue
            }
            sections.append(try SectionDraft(reading: &body))
        }
        body.position.section = nil
        return sections
    }

    // MARK: - Arrays

    /// Reads an array of values, or of arrays of them; its first element tells which.
    private init(readingArray body: inout BodyReader) throws(JSONSyntaxError) {
        var sections: [SectionDraft] = []
        var values = SectionDraft()
        var index = 0
        try body.json.beginArray()
        while try body.json.nextElement() {
            let isArray = try body.json.peekKind() == .array
            if index == 0 { body.position.shape = isArray ? .arrays : .values }
            switch body.position.shape {
            case .arrays:
                body.position.section = index
                guard body.countSection() else {
                    try body.json.scanValue(envelope: isArray ? 1 : 0)
                    break
                }
                sections.append(isArray ? try Self.section(readingValues: &body) : try Self.passMixed(&body))
            default:
                body.position.item = index
                if isArray {
                    _ = try Self.passMixed(&body)
                } else {
                    try Self.readValue(from: &body, into: &values)
                }
            }
            index += 1
        }
        let shape = body.position.shape
        self.init(properties: nil, sections: shape == .values ? [values] : sections, shape: shape)
    }

    private static func section(readingValues body: inout BodyReader) throws(JSONSyntaxError) -> SectionDraft {
        var section = SectionDraft()
        var index = 0
        try body.json.beginArray()
        while try body.json.nextElement() {
            body.position.item = index
            index += 1
            try readValue(from: &body, into: &section)
        }
        body.position.item = nil
        return section
    }

    private static func readValue(from body: inout BodyReader, into section: inout SectionDraft) throws(JSONSyntaxError) {
        guard body.countItem() else {
            try body.json.scanValue()
            return
        }
        section.items.append(ItemDraft(value: try body.readValue()))
    }

    private static func passMixed(_ body: inout BodyReader) throws(JSONSyntaxError) -> SectionDraft {
        body.note(
            .invalidValue, "Either all elements are arrays, and are sections, or none is, and they are the values of one section.")
        try body.json.scanValue()
        return SectionDraft()
    }
}
