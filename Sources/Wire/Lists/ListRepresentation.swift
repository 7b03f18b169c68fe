public import JSON
public import Lists

/// A list as the contract shows it.
public enum ListRepresentation {
    /// The List object of one version.
    public static func bytes(of list: ListSnapshot) -> [UInt8] {
        var json = JSONWriter()
        write(list.head, to: &json)
        return json.bytes
    }

    /// Writes the List object of one version.
    public static func write(_ head: ListHead, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", head.id.text)
        json.member("version", head.version)
        writeProperties(head.properties, to: &json)
        json.member("sectionCount", head.sectionCount)
        json.member("itemCount", head.itemCount)
        json.member("createdAt", Timestamp.text(head.createdAt))
        json.member("updatedAt", Timestamp.text(head.updatedAt))
        json.endObject()
    }

    /// Writes the members of a list that a client sets.
    public static func writeProperties(_ properties: ListProperties, to json: inout JSONWriter) {
        json.member("title", properties.title)
        json.member("metadata", properties.metadata)
        json.member("defaultType", properties.defaultType)
        json.member("identity", properties.identity)
        if let search = properties.search {
            json.key("search")
            json.strings(search)
        }
        if let view = properties.view { json.member("view", view.text) }
    }
}
