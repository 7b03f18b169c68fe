import JSON

/// A changes object as a server sends it, as far as it is shown.
struct FollowedChange: Equatable {
    var from: Int64 = 0
    var to: Int64 = 0
    var reload = false
    var hasProperties = false
    /// In the order in which they are applied.
    var operations: [FollowedOperation] = []

    /// Members that are not known are passed over, for a newer server may have more.
    init(_ text: String) throws(JSONSyntaxError) {
        // A value within may be as deep as values are, and the object around it has levels of its own.
        self = try JSONReader.read(text.utf8.span, envelope: 16) { reader throws(JSONSyntaxError) in
            var change = FollowedChange()
            try change.read(&reader)
            try reader.readEnd()
            return change
        }
    }

    private init() {}

    private mutating func read(_ reader: inout JSONReader) throws(JSONSyntaxError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "from": from = Int64(try reader.readValue().text) ?? 0
            case "to": to = Int64(try reader.readValue().text) ?? 0
            case "reload": reload = try reader.readValue().text == "true"
            case "properties": hasProperties = try !reader.readValue().isNull
            case "stages":
                try reader.beginArray()
                while try reader.nextElement() { try readStage(&reader) }
            default: _ = try reader.scanValue()
            }
        }
    }

    private mutating func readStage(_ reader: inout JSONReader) throws(JSONSyntaxError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            try reader.beginObject()
            while let name = try reader.nextKey() {
                guard let kind = FollowedOperation.Kind(rawValue: name) else {
                    _ = try reader.scanValue()
                    continue
                }
                try reader.beginArray()
                while try reader.nextElement() {
                    operations.append(try FollowedOperation(kind, isSection: key == "sections", &reader))
                }
            }
        }
    }
}

extension FollowedOperation {
    /// Reads the operation that comes next.
    fileprivate init(_ kind: Kind, isSection: Bool, _ reader: inout JSONReader) throws(JSONSyntaxError) {
        self.init(kind: kind, isSection: isSection)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.readString()
            case "index", "indexPath":
                let position = Self.position(try reader.readValue())
                if kind == .deleted { from = position } else { to = position }
            case "from": from = Self.position(try reader.readValue())
            case "to": to = Self.position(try reader.readValue())
            case "item", "section": try readContent(&reader)
            default: _ = try reader.scanValue()
            }
        }
    }

    private mutating func readContent(_ reader: inout JSONReader) throws(JSONSyntaxError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.readString()
            case isSection ? "header" : "value": content = try reader.readValue()
            default: _ = try reader.scanValue()
            }
        }
    }

    /// `[0,3]` as an index path is written, an index as it is.
    private static func position(_ value: JSONText) -> String {
        String(value.text.filter { $0 != "[" && $0 != "]" }.map { $0 == "," ? "-" : $0 })
    }
}

/// One operation of a changes object, as far as it is shown.
struct FollowedOperation: Equatable {
    enum Kind: String, Sendable {
        case deleted
        case inserted
        case moved
        case updated
    }

    let kind: Kind
    let isSection: Bool
    /// The id of the item or section; `nil` where the object has it inside ``content``.
    var id: String?
    /// The old index path: `0-3`, or `2` for a section.
    var from: String?
    /// The new index path.
    var to: String?
    /// An item's value, a section's header; `nil` where the object has none.
    var content: JSONText?
}
