import JSON
import Lists

extension DraftDecoder {
    /// Reads an array of bare values, or of arrays of them.
    mutating func readArray() throws(JSONSyntaxError) -> ListDraft {
        var sections: [SectionDraft] = []
        var values = SectionDraft()
        var index = 0
        try reader.beginArray()
        while try reader.nextElement() {
            let isArray = try reader.peekKind() == .array
            if index == 0 { place.shape = isArray ? .arrays : .values }
            switch place.shape {
            case .arrays:
                place.section = index
                guard countSection() else {
                    _ = try reader.scanValue(envelope: isArray ? 1 : 0)
                    break
                }
                sections.append(isArray ? try readSectionOfValues() : try passMixed())
            default:
                place.item = index
                if isArray {
                    _ = try passMixed()
                } else {
                    try readBareValue(into: &values)
                }
            }
            index += 1
        }
        return ListDraft(properties: nil, sections: place.shape == .values ? [values] : sections, shape: place.shape)
    }

    private mutating func readSectionOfValues() throws(JSONSyntaxError) -> SectionDraft {
        var section = SectionDraft()
        var index = 0
        try reader.beginArray()
        while try reader.nextElement() {
            place.item = index
            index += 1
            try readBareValue(into: &section)
        }
        place.item = nil
        return section
    }

    private mutating func readBareValue(into section: inout SectionDraft) throws(JSONSyntaxError) {
        guard countItem() else {
            _ = try reader.scanValue()
            return
        }
        section.items.append(ItemDraft(value: try readValue()))
    }

    private mutating func passMixed() throws(JSONSyntaxError) -> SectionDraft {
        note(.invalidValue, "Either all elements are arrays, and are sections, or none is, and they are the values of one section.")
        _ = try reader.scanValue()
        return SectionDraft()
    }
}
