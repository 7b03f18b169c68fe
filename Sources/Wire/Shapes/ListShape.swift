import JSON
public import Lists

/// A list as the contract shows it.
public enum ListShape {
    /// The List object of one version.
    public static func bytes(of list: ListSnapshot) -> [UInt8] {
        var output: [UInt8] = []
        append(list.head, to: &output)
        return output
    }

    /// Appends the List object of one version.
    public static func append(_ head: ListHead, to output: inout [UInt8]) {
        JSONText.append(literal: "{\"id\":", to: &output)
        JSONText.append(head.id.text, to: &output)
        JSONText.append(literal: ",\"version\":", to: &output)
        JSONText.append(head.version, to: &output)
        JSONText.append(literal: ",\"title\":", to: &output)
        JSONText.append(head.properties.title, to: &output)
        JSONText.append(literal: ",\"metadata\":", to: &output)
        JSONText.append(head.properties.metadata, to: &output)
        JSONText.append(literal: ",\"defaultType\":", to: &output)
        JSONText.append(head.properties.defaultType, to: &output)
        JSONText.append(literal: ",\"identity\":", to: &output)
        JSONText.append(head.properties.identity, to: &output)
        JSONText.append(literal: ",\"sectionCount\":", to: &output)
        JSONText.append(head.sectionCount, to: &output)
        JSONText.append(literal: ",\"itemCount\":", to: &output)
        JSONText.append(head.itemCount, to: &output)
        JSONText.append(literal: ",\"createdAt\":", to: &output)
        JSONText.append(Timestamp.text(head.createdAt), to: &output)
        JSONText.append(literal: ",\"updatedAt\":", to: &output)
        JSONText.append(Timestamp.text(head.updatedAt), to: &output)
        output.append(UInt8(ascii: "}"))
    }
}
