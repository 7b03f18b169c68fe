import JSON
import Testing
@testable import CellTypes

@Suite("How a client is shown an item's type")
struct CellPresentationTests {
    /// Card → Row → Text, with a reuse identifier and heights here and there; Text and Plain are not registered.
    private static func registry() throws -> CellTypeRegistry {
        let types = [
            CellType(name: "CardModel", reuseIdentifier: "BigCard", estimatedHeight: JSONText(verbatim: "120.0"), fallback: "Row"),
            CellType(name: "Row", estimatedHeight: JSONText(verbatim: "44"), fallback: "TextModel"),
            CellType(name: "Loose", fallback: "Nowhere"),
        ]
        return CellTypeRegistry(version: 3, try types.map { try CellTypeRegistry.Entry($0) })
    }

    private static func shown(_ type: String?, _ defaultType: String?, accepted: [String]?) throws -> String {
        let presentation = CellPresentation(registry: try registry(), accepted: accepted.map { AcceptedCellTypes($0) })
        let shown = presentation.shown(type: type, defaultType: defaultType)
        return "\(shown.type ?? "null") \(shown.cell) \(shown.height?.text ?? "null")"
    }

    @Test(
        "without a word from the client a type is itself, and its cell is registered, or named by the rule",
        arguments: [
            ("CardModel", nil, "CardModel BigCard 120.0"), ("Row", nil, "Row Row 44"), ("TextModel", nil, "TextModel TextCell null"),
            (nil, "CardModel", "null BigCard 120.0"), (nil, "TextModel", "null TextCell null"), (nil, nil, "null Cell null"),
            ("cardModel", "CardModel", "cardModel cardCell null"),
        ] as [(String?, String?, String)])
    func plain(type: String?, defaultType: String?, expected: String) throws {
        #expect(try Self.shown(type, defaultType, accepted: nil) == expected)
    }

    @Test(
        "a client gets the nearest type that it knows on the chain of fallbacks, or an unsupported cell",
        arguments: [
            ("CardModel", nil, ["CardModel", "Row"], "CardModel BigCard 120.0"), ("CardModel", nil, ["TextModel", "Row"], "Row Row 44"),
            ("CardModel", nil, ["TextModel"], "TextModel TextCell null"), ("CardModel", nil, ["Plain"], "null UnsupportedCell null"),
            ("CardModel", nil, [], "null UnsupportedCell null"),
            ("Loose", nil, ["Nowhere"], "Nowhere Nowhere null"),
            ("Loose", nil, ["Row"], "null UnsupportedCell null"), ("Plain", nil, ["Row"], "null UnsupportedCell null"),
            ("Plain", nil, ["Plain"], "Plain Plain null"), (nil, "CardModel", ["CardModel"], "null BigCard 120.0"),
            (nil, "CardModel", ["Row"], "Row Row 44"), (nil, "CardModel", [], "null UnsupportedCell null"),
            (nil, nil, [], "null Cell null"),
            (nil, "Plain", ["Row"], "null UnsupportedCell null"),
            ("Row", "CardModel", ["CardModel"], "null UnsupportedCell null"),
        ] as [(String?, String?, [String], String)])
    func accepting(type: String?, defaultType: String?, accepted: [String], expected: String) throws {
        #expect(try Self.shown(type, defaultType, accepted: accepted) == expected)
    }

    @Test("a chain is followed to its end, however long, and a cycle is not followed for ever", .timeLimit(.minutes(1)))
    func chains() throws {
        let chain = try (0..<2_000).map { try CellTypeRegistry.Entry(CellType(name: "T\($0)", fallback: "T\($0 + 1)")) }
        let long = CellPresentation(registry: CellTypeRegistry(version: 1, chain), accepted: AcceptedCellTypes(["T2000"]))
        #expect(long.shown(type: "T0", defaultType: nil).type == "T2000")
        let ring = try (0..<50).map { try CellTypeRegistry.Entry(CellType(name: "T\($0)", fallback: "T\(($0 + 1) % 50)")) }
        let cyclic = CellPresentation(registry: CellTypeRegistry(version: 1, ring), accepted: AcceptedCellTypes(["U"]))
        #expect(cyclic.shown(type: "T7", defaultType: nil).cell == CellPresentation.unsupportedCell)
    }

    @Test("an answer with all types of a long chain looks at each type once")
    func steps() throws {
        let chain = try (0..<2_000).map { try CellTypeRegistry.Entry(CellType(name: "T\($0)", fallback: "T\($0 + 1)")) }
        let registry = CellTypeRegistry(version: 1, chain)
        let known = CellPresentation(registry: registry, accepted: AcceptedCellTypes(["T1000"]))
        for number in 0..<1_000 { #expect(known.shown(type: "T\(number)", defaultType: nil).type == "T1000") }
        for number in 1_001..<2_000 { #expect(known.shown(type: "T\(number)", defaultType: nil).type == nil) }
        #expect(known.shown(type: "T1000", defaultType: nil).type == "T1000")
        let steps = known.fallbacks?.steps ?? .max
        #expect(steps <= 2_001)
    }

    @Test("an answer depends on the list alone where no type was ever registered and the client says nothing")
    func variants() throws {
        #expect(CellPresentation().variant == nil)
        #expect(CellPresentation().variant(defaultType: nil) == nil && CellPresentation().variant(defaultType: "A") != nil)
        #expect(CellPresentation(accepted: AcceptedCellTypes([])).variant != nil)
        #expect(CellPresentation(registry: CellTypeRegistry(version: 2, [])).variant != nil)
        let hashes = [
            CellPresentation(registry: CellTypeRegistry(version: 2, [])).variant, CellPresentation(accepted: AcceptedCellTypes([])).variant,
            CellPresentation(accepted: AcceptedCellTypes(["A"])).variant, CellPresentation(accepted: AcceptedCellTypes(["AB"])).variant,
            CellPresentation(accepted: AcceptedCellTypes(["A", "B"])).variant,
            CellPresentation(naming: CellNaming(suffixes: [:]), accepted: AcceptedCellTypes(["A"])).variant,
            CellPresentation().variant(defaultType: "A"), CellPresentation(accepted: AcceptedCellTypes([])).variant(defaultType: "A"),
            CellPresentation(registry: try Self.registry()).variant,
        ]
        #expect(Set(hashes).count == hashes.count)
    }

    @Test("the hash follows what answers show of the registered types, and nothing else of them")
    func registered() throws {
        func variant(_ types: CellType..., version: Int64 = 1) throws -> UInt32? {
            CellPresentation(registry: CellTypeRegistry(version: version, try types.map { try CellTypeRegistry.Entry($0) })).variant
        }
        let plain = try variant(CellType(name: "A"))
        #expect(try variant(CellType(name: "A", description: "words"), version: 7) == plain)
        #expect(try variant(CellType(name: "A", schema: .emptyObject)) == plain)
        let others = try [
            variant(CellType(name: "B")), variant(CellType(name: "A", reuseIdentifier: "A")), variant(CellType(name: "A", fallback: "A")),
            variant(CellType(name: "A", estimatedHeight: JSONText(verbatim: "44"))),
            variant(CellType(name: "A", estimatedHeight: JSONText(verbatim: "44.0"))), variant(CellType(name: "A"), CellType(name: "B")),
            variant(),
        ]
        #expect(Set(others + [plain]).count == others.count + 1)
        #expect(try variant(CellType(name: "B"), CellType(name: "A")) == variant(CellType(name: "A"), CellType(name: "B")))
    }

    @Test("the hash is the same in every process")
    func stable() throws {
        let presentation = CellPresentation(registry: try Self.registry(), accepted: AcceptedCellTypes(["Row", "CardModel"]))
        #expect(presentation.variant.map { String($0, radix: 16) } == "4473131b")
    }
}
