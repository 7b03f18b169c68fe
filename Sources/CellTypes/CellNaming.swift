import JSON

/// The naming rule that leads from a type to the reuse identifier of its cell: `DemoModel` → `DemoCell`.
public struct CellNaming: Sendable, Equatable {
    /// Suffixes with what replaces them.
    public let suffixes: [String: String]
    private let ordered: [(suffix: [UInt8], replacement: String)]
    /// A hash of the suffixes and what replaces them, the same in every process.
    let hash: UInt32

    /// - Parameter suffixes: A map from suffix to replacement. Where several fit, the longest counts.
    public init(suffixes: [String: String] = ["Model": "Cell", "Item": "Cell"]) {
        self.suffixes = suffixes
        ordered = suffixes.map { (Array($0.key.utf8), $0.value) }.sorted { $0.suffix.count > $1.suffix.count }
        var hash = VariantHash()
        for (suffix, replacement) in suffixes.sorted(by: { UTF8Text.isOrdered($0.key, before: $1.key) }) {
            hash.combine(suffix)
            hash.combine(replacement)
        }
        self.hash = hash.value
    }

    /// The cell of an item: its type by the rule; without one, the list's default type by the rule; else `Cell`.
    public func cell(type: String?, defaultType: String?) -> String {
        guard let type = type ?? defaultType else { return "Cell" }
        let bytes = Array(type.utf8)
        for (suffix, replacement) in ordered where bytes.count >= suffix.count && bytes.suffix(suffix.count).elementsEqual(suffix) {
            return String(decoding: bytes.dropLast(suffix.count), as: UTF8.self) + replacement
        }
        return type
    }

    public static func == (left: Self, right: Self) -> Bool { left.suffixes == right.suffixes }
}
