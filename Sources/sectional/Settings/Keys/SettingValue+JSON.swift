import JSON
import Lists

extension SettingValue {
    /// Reads a JSON document.
    init(json text: String) throws(JSONSyntaxError) {
        let bytes = Array(text.utf8)
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONSyntaxError) in
                var reader = try JSONReader(buffer)
                let value = try SettingValue(next: &reader)
                try reader.readEnd()
                return value
            }
        }
        self = try result.get()
    }

    private init(next reader: inout JSONReader) throws(JSONSyntaxError) {
        switch try reader.peekKind() {
        case .object:
            var members: [SettingMember] = []
            try reader.beginObject()
            while let name = try reader.nextKey() { members.append(SettingMember(name: name, value: try SettingValue(next: &reader))) }
            self = .map(members)
        case .array:
            var values: [SettingValue] = []
            try reader.beginArray()
            while try reader.nextElement() { values.append(try SettingValue(next: &reader)) }
            self = .list(values)
        case .string: self = .text(try reader.readString())
        case .number:
            let text = try reader.readValue().text
            self = Int(text).map(SettingValue.integer) ?? .number(Double(text) ?? .infinity)
        case .bool: self = .boolean(UTF8Text.areEqual(try reader.readValue().text, "true"))
        case .null:
            _ = try reader.readValue()
            self = .nothing
        }
    }
}
