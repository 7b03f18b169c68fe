public import JSON
public import Lists

/// A section as the contract shows it.
public enum SectionRepresentation {
    /// Writes the Section object.
    ///
    /// - Parameters:
    ///   - head: The version to name, with its list, in the object; `nil` where the object stands in an answer that names them.
    ///   - itemOffset: The flat position of its first item, which answers to reads show; `nil` in others.
    public static func write(_ section: Section, of head: ListHead?, itemOffset: Int? = nil, to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(section, of: head, itemOffset: itemOffset, to: &json)
        json.endObject()
    }

    /// Writes the members of the Section object, to which the caller may add `items`.
    public static func writeMembers(_ section: Section, of head: ListHead?, itemOffset: Int? = nil, to json: inout JSONWriter) {
        if let head {
            json.member("list", head.id.text)
            json.member("version", head.version)
        }
        writeMembers(section.id, section.index, section.content, section.itemCount, to: &json)
        if let itemOffset { json.member("itemOffset", itemOffset) }
    }

    /// Writes the Section object of a section as it is after a stage of a changeset.
    static func write(_ section: StagedSection, to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(section.id, section.index, section.content, section.itemCount, to: &json)
        json.endObject()
    }

    private static func writeMembers(
        _ id: Identifier, _ index: Int, _ content: SectionContent, _ itemCount: Int, to json: inout JSONWriter
    ) {
        json.member("id", id.text)
        json.member("index", index)
        writeContent(content, to: &json)
        json.member("itemCount", itemCount)
    }

    /// Writes the members of a section that a client sets.
    public static func writeContent(_ content: SectionContent, to json: inout JSONWriter) {
        json.member("header", content.header)
        json.member("footer", content.footer)
        json.member("metadata", content.metadata)
    }
}
