import JSON

/// Makes shapes of a JSON Schema of the dialect 2020-12.
///
/// A shape takes every value that the schema takes, and may take more: bounds, patterns and conditions say nothing about a type. What would
/// need a union of types is any JSON.
struct SchemaReader {
    /// The result of a document's reading.
    struct Content {
        let shape: Shape
        let declarations: [Declaration]
        let description: String
    }

    private enum Limit {
        /// Levels of schemas, references among them, beyond which everything is any JSON.
        static let depth = 24
        /// Strings of one enum.
        static let choices = 500
        /// Objects of one `oneOf`.
        static let alternatives = 100
        /// Bytes of a key or a string that code names.
        static let text = 1_000
    }

    private let document: JSONTree
    let fieldLimit: Int
    private(set) var rootHint = ""
    private var declarations: [Declaration?] = []
    /// By part of the document: `.any` where its reading has begun and has no declaration yet.
    private var shapes: [Int: Shape] = [:]
    /// The unions whose reading has begun, by their declarations.
    private var openUnions: Set<Int> = []
    /// Parts of the document that have been found to be no union.
    private var notUnions: Set<Int> = []

    init(_ document: JSONTree, fieldLimit: Int) {
        self.document = document
        self.fieldLimit = fieldLimit
    }

    /// Reads the whole document.
    ///
    /// - Parameter hint: The source of the whole document's type name.
    mutating func readRoot(hint: String) -> Content {
        rootHint = hint
        let whole = SchemaLocation(document: document, hint: hint)
        let root = shape(of: whole, depth: 0)
        var used: [Int: Int] = [:]
        var order: [Int] = []
        var rest = root.references
        while !rest.isEmpty {
            let index = rest.removeFirst()
            guard used[index] == nil, let declaration = declarations[index] else { continue }
            used[index] = order.count
            order.append(index)
            rest += declaration.shapes.flatMap(\.references)
        }
        let renumbered = order.compactMap { declarations[$0]?.renumbered { used[$0] ?? 0 } }
        return Content(shape: root.renumbered { used[$0] ?? 0 }, declarations: renumbered, description: Self.description(of: whole))
    }

    static func description(of schema: SchemaLocation) -> String { (schema["description"] ?? schema["title"])?.string ?? "" }

    /// The shape at a location, which is read once.
    mutating func shape(of location: SchemaLocation, depth: Int) -> Shape {
        if let known = shapes[location.part] { return known }
        guard depth <= Limit.depth, location.isObject else { return .any }
        shapes[location.part] = .any
        let shape = read(location, depth: depth + 1)
        shapes[location.part] = shape
        return shape
    }

    private mutating func read(_ location: SchemaLocation, depth: Int) -> Shape {
        if let alias = alias(of: location) { return shape(of: alias, depth: depth) }
        if location.has("enum", "const") { return choice(at: location) }
        if let inner = nullableAlternative(of: location) { return shape(of: inner, depth: depth).orNull }
        if let union = union(at: location, depth: depth) { return union }
        guard !location.hasAlternatives else { return .any }
        if let object = MergedObject(location, rootHint: rootHint) { return record(object, at: location, depth: depth) }
        guard !location.has("allOf", "$ref") else { return .any }
        let types = SchemaTypes(location)
        let shape: Shape =
            switch types.single {
            case "string": Self.text(at: location)
            case "integer": .integer
            case "number": .number
            case "boolean": .boolean
            case "array": .array(element(of: location, depth: depth))
            default: .any
            }
        return types.takesNull ? shape.orNull : shape
    }

    private static func text(at location: SchemaLocation) -> Shape {
        switch location["format"]?.string {
        case "date-time": .date
        case "uri": .address
        default: .string
        }
    }

    /// The one schema that another schema stands for: the target of `$ref`, or the only one in `allOf`, with nothing else that shapes.
    private func alias(of location: SchemaLocation) -> SchemaLocation? {
        switch location.shapingKeys {
        case ["$ref"]: location.target(named: rootHint)
        case ["allOf"]:
            location.elements(of: "allOf").filter { !$0.shapingKeys.isEmpty }.count == 1
                ? location.elements(of: "allOf").first { !$0.shapingKeys.isEmpty } : nil
        default: nil
        }
    }

    /// The schema beside `{"type":"null"}` among two alternatives.
    private func nullableAlternative(of location: SchemaLocation) -> SchemaLocation? {
        guard let key = location.shapingKeys.first, location.shapingKeys.count == 1, key == "anyOf" || key == "oneOf" else {
            return nil
        }
        let alternatives = location.elements(of: key)
        let others = alternatives.filter { !SchemaTypes($0).isNull }
        return alternatives.count == 2 && others.count == 1 ? others.first : nil
    }

    /// Objects in `oneOf` or `anyOf`, but for the root, and perhaps null.
    private mutating func union(at location: SchemaLocation, depth: Int) -> Shape? {
        let keys = location.shapingKeys.filter { $0 != "type" }
        guard let key = keys.first, keys.count == 1, key == "oneOf" || key == "anyOf",
            !location.has("type") || SchemaTypes(location).single == "object"
        else { return nil }
        let elements = location.elements(of: key)
        let alternatives = elements.filter { !SchemaTypes($0).isNull }
        guard (2...Limit.alternatives).contains(alternatives.count), !notUnions.contains(location.part) else { return nil }
        let before = (shapes, declarations)
        let index = declarations.count
        let takesNull = elements.count > alternatives.count || SchemaTypes(location).takesNull
        let union = takesNull ? Shape.declared(index).orNull : .declared(index)
        declarations.append(nil)
        openUnions.insert(index)
        defer { openUnions.remove(index) }
        // For what refers to it from within.
        shapes[location.part] = union
        guard let records = records(of: alternatives, depth: depth) else {
            (shapes, declarations) = before
            notUnions.insert(location.part)
            return nil
        }
        declarations[index] = Declaration(hint: location.hint, description: Self.description(of: location), kind: .union(records))
        return union
    }

    /// The records that alternatives are; nil where one is something else, the root, or another one again.
    private mutating func records(of alternatives: [SchemaLocation], depth: Int) -> [Int]? {
        var records: [Int] = []
        for alternative in alternatives {
            // A record is declared before it is read.
            guard case .declared(let index) = shape(of: alternative.named(alternative.alternativeHint), depth: depth),
                declarations[index].map({ !$0.fields.isEmpty }) ?? !openUnions.contains(index), shapes[0] != .declared(index),
                !records.contains(index)
            else { return nil }
            records.append(index)
        }
        return records
    }

    private mutating func element(of location: SchemaLocation, depth: Int) -> Shape {
        guard !location.has("prefixItems"), let items = location.member("items", hint: location.hint + " element") else {
            return .any
        }
        return shape(of: items, depth: depth)
    }

    private mutating func choice(at location: SchemaLocation) -> Shape {
        let values = (location["const"].map { [$0] } ?? location.elements(of: "enum")).map(\.scalar)
        let others = values.filter { $0?.isNull != true }
        guard !others.isEmpty else { return .any }
        let shape: Shape
        switch Set(others.map { $0?.kind }) {
        case [.string]:
            let strings = others.compactMap { $0?.stringContent }
            let isNamed = strings.count <= Limit.choices && strings.allSatisfy { $0.utf8.count <= Limit.text }
            // Swift takes two strings for one where they are canonically equivalent.
            if isNamed, Set(strings).count == strings.count {
                shape = .declared(declarations.count)
                declarations.append(
                    Declaration(hint: location.hint, description: Self.description(of: location), kind: .choice(strings)))
            } else {
                shape = .string
            }
        case [.number]: shape = others.allSatisfy { $0.flatMap { Int64($0.text) } != nil } ? .integer : .number
        case [.bool]: shape = .boolean
        default: return .any
        }
        return others.count < values.count ? shape.orNull : shape
    }

    private mutating func record(_ object: MergedObject, at location: SchemaLocation, depth: Int) -> Shape {
        func complete(_ shape: Shape) -> Shape { object.takesNull ? shape.orNull : shape }
        let keys = object.keys
        guard !keys.isEmpty else {
            guard let values = object.values else { return complete(.dictionary(.any)) }
            return complete(.dictionary(shape(of: values, depth: depth)))
        }
        // Swift takes two keys for one where they are canonically equivalent.
        guard keys.count <= fieldLimit, Set(keys).count == keys.count, keys.allSatisfy({ $0.utf8.count <= Limit.text }) else {
            return complete(.dictionary(.any))
        }
        let index = declarations.count
        declarations.append(nil)
        // For what refers to it from within.
        shapes[location.part] = complete(.declared(index))
        let fields = keys.map { key in
            let shapes = object.properties(key).map { shape(of: $0, depth: depth) }
            return Declaration.Field(
                key: key, shape: shapes.first.map { first in shapes.allSatisfy { $0 == first } ? first : .any } ?? .any,
                isRequired: object.isRequired(key),
                description: object.properties(key).lazy.map { Self.description(of: $0) }.first { !$0.isEmpty } ?? "")
        }
        declarations[index] = Declaration(hint: location.hint, description: Self.description(of: location), kind: .record(fields))
        return complete(.declared(index))
    }
}

extension Declaration {
    /// The declaration with other indices in its shapes.
    fileprivate func renumbered(_ number: (Int) -> Int) -> Declaration {
        let kind: Kind =
            switch kind {
            case .choice: kind
            case .union(let alternatives): .union(alternatives.map(number))
            case .record(let fields):
                .record(
                    fields.map {
                        Field(key: $0.key, shape: $0.shape.renumbered(number), isRequired: $0.isRequired, description: $0.description)
                    })
            }
        return Declaration(hint: hint, description: description, kind: kind)
    }
}
