import JSON
import Lists
import Ports
import Wire

/// A piece of a list's content as a line of NDJSON, in the shape of an export, without the members that a server adds.
enum PieceLine {
    static func append(_ piece: ContentPiece, to output: inout [UInt8]) {
        var json = JSONWriter()
        json.beginObject()
        switch piece {
        case .properties(let properties):
            json.key("list")
            json.beginObject()
            ListRepresentation.writeProperties(properties, to: &json)
        case .section(let section):
            json.key("section")
            json.beginObject()
            if let id = section.id { json.member("id", id.text) }
            let content = SectionContent(header: section.header, footer: section.footer, metadata: section.metadata)
            SectionRepresentation.writeContent(content, to: &json)
        case .item(let item):
            json.key("item")
            json.beginObject()
            if let id = item.id { json.member("id", id.text) }
            switch item.type {
            case .unspecified: break
            case .none: json.member("type", nil as String?)
            case .named(let name): json.member("type", name)
            }
            json.member("value", item.value)
        }
        json.endObject()
        json.endObject()
        json.endLine()
        output += json.bytes
    }
}
