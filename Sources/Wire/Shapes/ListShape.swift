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
        JSONText.append(verbatim: "{\"id\":", to: &output)
        JSONText.append(head.id.text, to: &output)
        JSONText.append(verbatim: ",\"version\":", to: &output)
        JSONText.append(head.version, to: &output)
        JSONText.append(verbatim: ",\"title\":", to: &output)
        JSONText.append(head.properties.title, to: &output)
        JSONText.append(verbatim: ",\"metadata\":", to: &output)
        JSONText.append(head.properties.metadata, to: &output)
        JSONText.append(verbatim: ",\"defaultType\":", to: &output)
        JSONText.append(head.properties.defaultType, to: &output)
        JSONText.append(verbatim: ",\"identity\":", to: &output)
        JSONText.append(head.properties.identity, to: &output)
        JSONText.append(verbatim: ",\"sectionCount\":", to: &output)
        JSONText.append(head.sectionCount, to: &output)
        JSONText.append(verbatim: ",\"itemCount\":", to: &output)
        JSONText.append(head.itemCount, to: &output)
        JSONText.append(verbatim: ",\"createdAt\":", to: &output)
        JSONText.append(Timestamp.text(head.createdAt), to: &output)
        JSONText.append(verbatim: ",\"updatedAt\":", to: &output)
        JSONText.append(Timestamp.text(head.updatedAt), to: &output)
        output.append(UInt8(ascii: "}"))
    }
}
