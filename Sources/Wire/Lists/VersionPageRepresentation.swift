import JSON
public import Lists
public import Ports

/// A page of a list's versions as the contract shows it (section 2).
public enum VersionPageRepresentation {
    public static func bytes(_ page: VersionPage, of list: ListID) -> [UInt8] {
        var json = JSONWriter(capacity: 128 + page.versions.count * 128)
        json.beginObject()
        json.member("list", list.text)
        json.member("oldest", page.oldest)
        json.member("head", page.head)
        json.key("versions")
        json.beginArray()
        for entry in page.versions { write(entry, isOfView: page.isOfView, to: &json) }
        json.endArray()
        json.member("next", page.next)
        json.endObject()
        return json.bytes
    }

    private static func write(_ entry: VersionPage.Entry, isOfView: Bool, to json: inout JSONWriter) {
        json.beginObject()
        json.member("version", entry.version)
        json.member("updatedAt", Timestamp.text(entry.updatedAt))
        json.member("sectionCount", entry.sectionCount)
        json.member("itemCount", entry.itemCount)
        if isOfView { json.member("source", entry.source) }
        if let author = entry.author { json.member("by", author) }
        json.endObject()
    }
}
