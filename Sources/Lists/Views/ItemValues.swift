import JSON

/// The parts of an item's value that pointers find, by the places of these. Each is read once, whatever asks for it.
struct ItemValues {
    private let value: UnsafeBufferPointer<UInt8>
    private let ranges: [Range<Int>?]
    private let operands: ViewOperands
    private var scalars: [OrderedScalar??] = []
    private var forms: [CanonicalJSON??] = []
    private var elements: [Int: Set<CanonicalJSON>] = [:]

    /// - Parameters:
    ///   - operands: Those of all tests that look at the parts.
    ///   - value: A value that outlives this.
    /// - Throws: ``JSONSyntaxError`` for a value that is none.
    init(of pointers: JSONPointerSet, _ operands: ViewOperands, in value: UnsafeBufferPointer<UInt8>) throws {
        self.value = value
        ranges = try pointers.find(in: value)
        self.operands = operands
    }

    /// Whether the parts of two values have other bytes, by their places.
    func differing(from other: ItemValues) -> [Bool] {
        ranges.indices.map { place in
            switch (part(place), other.part(place)) {
            case (let part?, let other?): !UTF8Text.areEqual(part, other)
            case (nil, nil): false
            default: true
            }
        }
    }

    func exists(_ slot: Int) -> Bool { ranges[slot] != nil }

    /// The part, copied; `nil` where there is none.
    func text(_ slot: Int) -> JSONText? {
        part(slot).map { JSONText(verbatim: String(decoding: $0, as: UTF8.self)) }
    }

    private func part(_ slot: Int) -> UnsafeBufferPointer<UInt8>? { ranges[slot].map { UnsafeBufferPointer(rebasing: value[$0]) } }

    /// A number or a string; `nil` for anything else.
    mutating func scalar(_ slot: Int) -> OrderedScalar? {
        if scalars.isEmpty { scalars = Array(repeating: nil, count: ranges.count) }
        if let known = scalars[slot] { return known }
        let scalar = text(slot).flatMap { OrderedScalar($0) }
        scalars[slot] = .some(scalar)
        return scalar
    }

    /// The canonical form of a part that may be equal to an operand; `nil` where none is.
    mutating func form(_ slot: Int) -> CanonicalJSON? {
        if forms.isEmpty { forms = Array(repeating: nil, count: ranges.count) }
        if let known = forms[slot] { return known }
        let form = part(slot).flatMap { CanonicalJSON($0, limit: operands.longest[slot]) }
        forms[slot] = .some(form)
        return form
    }

    /// Whether an array has an element that is equal to an operand.
    mutating func contains(_ operand: ViewOperand, _ slot: Int) throws -> Bool {
        if elements[slot] == nil { elements[slot] = try known(slot) }
        return elements[slot]?.contains(operand.canonical) ?? false
    }

    /// The elements of an array that are equal to operands.
    private func known(_ slot: Int) throws -> Set<CanonicalJSON> {
        var found: Set<CanonicalJSON> = []
        let (operands, longest) = operands.elements[slot]
        guard let part = part(slot), part.first == UInt8(ascii: "[") else { return found }
        var reader = JSONReader(part)
        try reader.beginArray()
        while found.count < operands.count, try reader.nextElement() {
            let start = reader.offset
            try reader.scanValue()
            let element = UnsafeBufferPointer(rebasing: part[start..<reader.offset])
            if let form = CanonicalJSON(element, limit: longest), operands.contains(form) { found.insert(form) }
        }
        return found
    }
}
