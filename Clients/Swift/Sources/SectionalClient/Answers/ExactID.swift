/// An id as the server compares ids: by its bytes. Swift takes strings for one that Unicode calls equivalent.
struct ExactID: Hashable, Sendable, Comparable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: ExactID, b: ExactID) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    static func < (a: ExactID, b: ExactID) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
