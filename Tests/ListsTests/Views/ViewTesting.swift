import JSON
import TestSupport
@testable import Lists

/// Parts that tests of views share: a definition, and items to look at.
enum ViewTesting {
    /// A definition of a view of the list `l`.
    ///
    /// - Parameter members: Its members beside `of`, as JSON text.
    static func definition(_ members: String) throws -> ViewDefinition {
        try ViewDefinition(validating: try JSONText(validating: members.isEmpty ? #"{"of":"l"}"# : "{\"of\":\"l\",\(members)}"))
    }

    /// The position in a view of an item, `a`, of the section `s`; `nil` where it is not in it.
    static func position(
        of value: String, in definition: ViewDefinition, id: String = "a", type: String? = nil, section: String = "s"
    ) throws -> ViewPosition? {
        let revision = ItemRevision(
            key: 1, number: 1, version: 1, id: Identifier(verbatim: id), value: try JSONText(validating: value))
        return try revision.withStored { stored in
            try definition.position(of: ViewItem(stored, type: type, section: Identifier(verbatim: section)))
        }
    }

    /// Whether an item meets a condition.
    static func holds(_ condition: String, of value: String, type: String? = nil) throws -> Bool {
        try position(of: value, in: try definition("\"where\":\(condition)"), type: type) != nil
    }

    /// The error of a definition: its kind and its pointer; `nil` where there is none.
    static func error(_ text: String) throws -> String? {
        do {
            _ = try ViewDefinition(validating: try JSONText(validating: text))
            return nil
        } catch let error as ViewDefinitionError {
            return "\(error.kind) \(error.pointer)"
        }
    }
}
