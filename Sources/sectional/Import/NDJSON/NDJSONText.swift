import JSON
import Lists
import Ports

/// Pieces of a list's content as lines of NDJSON, in the shape of an export; what the server makes or finds itself is left out.
enum NDJSONText {
    static func append(_ piece: ContentPiece, to output: inout [UInt8]) {
        switch piece {
        case .properties(let properties): append(properties, to: &output)
        case .section(let section): append(section, to: &output)
        case .item(let item): append(item, to: &output)
        }
    }

    private static func append(_ properties: ListProperties, to output: inout [UInt8]) {
        JSONText.append(verbatim: "{\"list\":{\"title\":", to: &output)
        JSONText.append(properties.title, to: &output)
        JSONText.append(verbatim: ",\"metadata\":", to: &output)
        JSONText.append(properties.metadata, to: &output)
        JSONText.append(verbatim: ",\"defaultType\":", to: &output)
        JSONText.append(properties.defaultType, to: &output)
        JSONText.append(verbatim: ",\"identity\":", to: &output)
        JSONText.append(properties.identity, to: &output)
        JSONText.append(verbatim: "}}\n", to: &output)
    }

    private static func append(_ section: SectionDraft, to output: inout [UInt8]) {
        JSONText.append(verbatim: "{\"section\":{", to: &output)
        append(section.id, to: &output)
        JSONText.append(verbatim: "\"header\":", to: &output)
        JSONText.append(section.header, to: &output)
        JSONText.append(verbatim: ",\"footer\":", to: &output)
        JSONText.append(section.footer, to: &output)
        JSONText.append(verbatim: ",\"metadata\":", to: &output)
        JSONText.append(section.metadata, to: &output)
        JSONText.append(verbatim: "}}\n", to: &output)
    }

    private static func append(_ item: ItemDraft, to output: inout [UInt8]) {
        JSONText.append(verbatim: "{\"item\":{", to: &output)
        append(item.id, to: &output)
        switch item.type {
        case .unspecified: break
        case .none: JSONText.append(verbatim: "\"type\":null,", to: &output)
        case .named(let name):
            JSONText.append(verbatim: "\"type\":", to: &output)
            JSONText.append(name, to: &output)
            JSONText.append(verbatim: ",", to: &output)
        }
        JSONText.append(verbatim: "\"value\":", to: &output)
        JSONText.append(item.value, to: &output)
        JSONText.append(verbatim: "}}\n", to: &output)
    }

    private static func append(_ id: Identifier?, to output: inout [UInt8]) {
        guard let id else { return }
        JSONText.append(verbatim: "\"id\":", to: &output)
        JSONText.append(id.text, to: &output)
        JSONText.append(verbatim: ",", to: &output)
    }
}
