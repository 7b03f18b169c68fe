import JSON

/// A JSON value in a database, where no text stands for JSON's null.
extension JSONText {
    init(stored text: String?) { self = text.map(JSONText.init(verbatim:)) ?? .null }

    var stored: String? { isNull ? nil : text }
}
