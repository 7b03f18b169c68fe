import JSON

/// Reads the definition of a view; where something is wrong it ends with the first error.
struct ViewDecoder {
    /// The bounds of a definition (contract, section 9).
    enum Bounds {
        static let bytes = 16 << 10
        static let tests = 64
        static let depth = 8
        static let operands = 100
        static let sortKeys = 4
        static let pointer = 1 << 10
        static let items = 10_000
    }

    private var reader: JSONReader
    private(set) var path = JSONPointer.root
    /// The pointers that were read, behind those that were there before.
    private(set) var pointers: JSONPointerSet
    /// The places of the pointers that were read.
    private(set) var places: Set<Int> = []
    private var testCount = 0

    init(_ reader: JSONReader, _ pointers: JSONPointerSet) {
        self.reader = reader
        self.pointers = pointers
    }

    // MARK: - Errors

    func error(_ kind: ViewDefinitionError.Kind, _ message: String, at key: String? = nil) -> ViewDefinitionError {
        ViewDefinitionError(kind, message, at: key.map { path.appending($0) } ?? path)
    }

    /// The error of the key that was read last, which its object does not have.
    func unknown(_ key: String, of thing: String) -> ViewDefinitionError {
        error(.unknownKey, "\(thing) has no key “\(String(key.unicodeScalars.prefix(200)))”.")
    }

    // MARK: - Parts

    /// Reads the members of an object.
    mutating func readObject(or message: String, _ body: (inout ViewDecoder, _ key: String) throws -> Void) throws {
        guard try reader.peekKind() == .object else { throw error(.invalidValue, message) }
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let outer = path
            path = outer.appending(key)
            try body(&self, key)
            path = outer
        }
    }

    /// Reads the elements of an array.
    private mutating func readArray<Element>(
        of most: Int, or message: String, _ body: (inout ViewDecoder) throws -> Element
    ) throws -> [Element] {
        guard try reader.peekKind() == .array else { throw error(.invalidValue, message) }
        var elements: [Element] = []
        let outer = path
        try reader.beginArray()
        while try reader.nextElement() {
            guard elements.count < most else {
                path = outer
                throw error(.limitExceeded, "There are at most \(most) here.")
            }
            path = outer.appending(elements.count)
            elements.append(try body(&self))
        }
        path = outer
        return elements
    }

    /// Passes null.
    ///
    /// - Returns: `false` where something else comes, which is not read.
    mutating func readNull() throws -> Bool {
        guard try reader.peekKind() == .null else { return false }
        try reader.scanValue()
        return true
    }

    mutating func readString(or message: String) throws -> String {
        guard try reader.peekKind() == .string else { throw error(.invalidValue, message) }
        return try reader.readString()
    }

    /// Reads a JSON pointer.
    ///
    /// - Returns: Its place in ``pointers``.
    private mutating func readPointer() throws -> Int {
        let message = "A JSON pointer into the item's value is expected, such as /name."
        let text = try readString(or: message)
        guard text.utf8.count <= Bounds.pointer else { throw error(.limitExceeded, "A pointer has at most \(Bounds.pointer) bytes.") }
        guard let pointer = JSONPointer(text) else { throw error(.invalidValue, message) }
        let place = pointers.add(pointer)
        places.insert(place)
        return place
    }

    /// Reads one of some names.
    private mutating func readName<Name: ExactName>(or message: String) throws -> Name {
        guard let name = Name(exactly: try readString(or: message)) else { throw error(.invalidValue, message) }
        return name
    }

    private mutating func readOrder() throws -> ViewOrder {
        try readNull() ? .ascending : readName(or: "An order is “ascending” or “descending”.")
    }

    mutating func readLimit() throws -> Int {
        guard try reader.peekKind() == .number, let limit = Int(try reader.readValue().text), (1...Bounds.items).contains(limit) else {
            throw error(.invalidValue, "A limit is a whole number from 1 to \(Bounds.items).")
        }
        return limit
    }

    // MARK: - Sections and order

    mutating func readSectioning() throws -> ViewSectioning {
        let message = "Sections are by “source”, by “none”, or by an object with “value”."
        if try reader.peekKind() == .string {
            switch try reader.readString() {
            case "source": return .source
            case "none": return .none
            default: throw error(.invalidValue, message)
            }
        }
        var (value, grouping, order) = (Int?.none, ViewGrouping.value, ViewOrder.ascending)
        try readObject(or: message) { decoder, key in
            switch ViewKey(exactly: key) {
            case .value: value = try decoder.readPointer()
            case .as:
                if try decoder.readNull() { return }
                grouping = try decoder.readName(or: "“as” is “value”, “initial”, “day”, “month” or “year”.")
            case .order: order = try decoder.readOrder()
            default: throw decoder.unknown(key, of: "This")
            }
        }
        guard let value else { throw error(.invalidValue, "A group needs “value”, a JSON pointer.", at: ViewKey.value.rawValue) }
        return .groups(of: value, as: grouping, order)
    }

    mutating func readSortKeys() throws -> [ViewSortKey] {
        let message = "“sortBy” is an array of 1 to \(Bounds.sortKeys) keys."
        let keys = try readArray(of: Bounds.sortKeys, or: message) { try $0.readSortKey() }
        guard !keys.isEmpty else { throw error(.invalidValue, message) }
        return keys
    }

    private mutating func readSortKey() throws -> ViewSortKey {
        if try reader.peekKind() == .string { return ViewSortKey(value: try readPointer(), order: .ascending) }
        var (value, order) = (Int?.none, ViewOrder.ascending)
        try readObject(or: "A key is a JSON pointer, or an object with “value”.") { decoder, key in
            switch ViewKey(exactly: key) {
            case .value: value = try decoder.readPointer()
            case .order: order = try decoder.readOrder()
            default: throw decoder.unknown(key, of: "This")
            }
        }
        guard let value else { throw error(.invalidValue, "A key needs “value”, a JSON pointer.", at: ViewKey.value.rawValue) }
        return ViewSortKey(value: value, order: order)
    }

    // MARK: - Conditions

    /// - Parameter depth: Conditions around this one.
    mutating func readCondition(depth: Int = 0) throws -> ViewCondition {
        guard depth < Bounds.depth else { throw error(.limitExceeded, "Conditions are nested at most \(Bounds.depth) deep.") }
        var (whole, test) = (ViewCondition?.none, TestMembers())
        try readObject(or: "A condition is an object.") { decoder, key in
            let known = ViewKey(exactly: key)
            switch known {
            case .all, .any, .not:
                guard whole == nil else { throw decoder.error(.invalidValue, "A condition has one of “all”, “any” and “not”.") }
                whole = try decoder.readConditions(known, depth: depth + 1)
            default:
                guard let known, try decoder.readTestMember(known, into: &test) else { throw decoder.unknown(key, of: "A condition") }
            }
        }
        if let whole {
            guard test.isEmpty else { throw error(.invalidValue, "A condition of others has no test of its own.") }
            return whole
        }
        guard let subject = test.subject, let comparison = test.comparison else {
            throw error(.invalidValue, "A condition has “all”, “any” or “not”, or tests a “value” or an “item”.")
        }
        testCount += 1
        guard testCount <= Bounds.tests else { throw error(.limitExceeded, "A definition has at most \(Bounds.tests) tests.") }
        return .test(ViewTest(subject: subject, comparison: comparison))
    }

    private mutating func readConditions(_ key: ViewKey?, depth: Int) throws -> ViewCondition {
        if key == .not { return .not(try readCondition(depth: depth)) }
        let parts = try readArray(of: .max, or: "An array of conditions is expected.") { try $0.readCondition(depth: depth) }
        return key == .all ? .all(parts) : .any(parts)
    }

    private struct TestMembers {
        var subject: ViewTest.Subject?
        var comparison: ViewTest.Comparison?

        var isEmpty: Bool { subject == nil && comparison == nil }
    }

    /// - Returns: `false` where a test has no such member.
    private mutating func readTestMember(_ key: ViewKey, into test: inout TestMembers) throws -> Bool {
        switch key {
        case .value, .item:
            guard test.subject == nil else { throw error(.invalidValue, "A test is about one “value”, or one “item”.") }
            test.subject =
                key == .value ? .value(try readPointer()) : .property(try readName(or: "An item is tested by “id”, “type” or “section”."))
            return true
        default:
            guard let comparison = try readComparison(key) else { return false }
            guard test.comparison == nil else { throw error(.invalidValue, "A test has one comparison.") }
            test.comparison = comparison
            return true
        }
    }

    private mutating func readComparison(_ key: ViewKey) throws -> ViewTest.Comparison? {
        switch key {
        case .equals: return .equals(try readOperand())
        case .in:
            let message = "“in” is an array of 1 to \(Bounds.operands) values."
            let operands = try readArray(of: Bounds.operands, or: message) { try $0.readOperand() }
            guard !operands.isEmpty else { throw error(.invalidValue, message) }
            return .isIn(operands)
        case .less, .atMost, .greater, .atLeast:
            let operand = try readOperand()
            return ViewTest.Order(rawValue: key.rawValue).map { .order($0, operand) }
        case .contains: return .contains(try readOperand())
        case .exists:
            guard try reader.peekKind() == .bool else { throw error(.invalidValue, "“exists” is true or false.") }
            return .exists(try reader.readValue().text == "true")
        default: return nil
        }
    }

    private mutating func readOperand() throws -> ViewOperand { ViewOperand(try reader.readValue()) }
}
