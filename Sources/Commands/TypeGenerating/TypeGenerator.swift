public import CellTypes
import JSON

/// Writes code that reads the items of registered cell types.
///
/// The same types make the same text, and nothing of a type is code in it: names become identifiers, texts become literals and comments.
public struct TypeGenerator: Sendable {
    private let types: [CellType]
    private let registryVersion: Int64?

    /// - Parameters:
    ///   - types: Of two with one name the last counts.
    ///   - registryVersion: The registry's version, for the first lines; `nil` where nobody knows.
    public init(_ types: [CellType], registryVersion: Int64?) {
        var byName: [[UInt8]: CellType] = [:]
        for type in types { byName[Array(type.name.utf8)] = type }
        self.types = byName.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
        self.registryVersion = registryVersion
    }

    /// The text of one file.
    ///
    /// - Parameter package: The package that a Kotlin file is in; ``isPackage(_:)`` holds of it.
    public func source(in language: GeneratedLanguage, package: String = defaultPackage) -> String {
        let models = types.map { CellTypeModel($0, fieldLimit: language.fieldLimit) }
        var text = SourceText()
        let version = registryVersion.map { ", from version \($0) of the registry" } ?? ""
        text.line("// Made by `sectional types generate --language \(language.rawValue)`\(version). The next run replaces it.")
        text.line()
        switch language {
        case .swift: SwiftCode(NamedCellType.name(models, with: .swift)).write(to: &text)
        case .kotlin: KotlinCode(NamedCellType.name(models, with: .kotlin), package: package).write(to: &text)
        case .typescript: TypeScriptCode(models).write(to: &text)
        }
        return text.text
    }

    /// The package of a Kotlin file where none is named.
    public static let defaultPackage = "cells"

    /// Whether a text is the name of a package in Kotlin: identifiers of ASCII with dots between them.
    public static func isPackage(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            let isIdentifier = part.utf8.enumerated().allSatisfy { index, byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
                default: false
                }
            }
            return isIdentifier && !part.isEmpty && !ReservedWords.kotlin.members.contains(String(part))
        }
    }
}
