import JSON
public import Lists

/// A section as the contract shows it.
public enum SectionShape {
    /// Appends the Section object, still open: the caller may add `items` and closes it with a brace.
    ///
    /// - Parameters:
    ///   - head: The version to name, with its list, in the object; `nil` where the object stands in an answer that names them.
    ///   - itemOffset: The flat position of its first item, which answers to reads show; `nil` in others.
    public static func open(_ section: Section, of head: ListHead?, itemOffset: Int? = nil, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        if let head {
            JSONText.append(literal: "\"list\":", to: &output)
            JSONText.append(head.id.text, to: &output)
            JSONText.append(literal: ",\"version\":", to: &output)
            JSONText.append(head.version, to: &output)
            output.append(UInt8(ascii: ","))
        }
        append(section.id, section.index, section.content, section.itemCount, to: &output)
        guard let itemOffset else { return }
        JSONText.append(literal: ",\"itemOffset\":", to: &output)
        JSONText.append(itemOffset, to: &output)
    }

    /// Appends the Section object of a section as it is after a stage of a changeset.
    static func append(_ section: StagedSection, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        append(section.id, section.index, section.content, section.itemCount, to: &output)
        output.append(UInt8(ascii: "}"))
    }

    private static func append(
        _ id: Identifier, _ index: Int, _ content: SectionContent, _ itemCount: Int, to output: inout [UInt8]
    ) {
        JSONText.append(literal: "\"id\":", to: &output)
        JSONText.append(id.text, to: &output)
        JSONText.append(literal: ",\"index\":", to: &output)
        JSONText.append(index, to: &output)
        JSONText.append(literal: ",\"header\":", to: &output)
        JSONText.append(content.header, to: &output)
        JSONText.append(literal: ",\"footer\":", to: &output)
        JSONText.append(content.footer, to: &output)
        JSONText.append(literal: ",\"metadata\":", to: &output)
        JSONText.append(content.metadata, to: &output)
        JSONText.append(literal: ",\"itemCount\":", to: &output)
        JSONText.append(itemCount, to: &output)
    }
}
