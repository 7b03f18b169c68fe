/// A set of names that are short and ASCII, of which text from outside is one where it has exactly its bytes.
public protocol ExactName: RawRepresentable, CaseIterable where RawValue == String {}

extension ExactName {
    /// The name with exactly these bytes.
    @inlinable
    public init?(exactly name: String) {
        // The standard library compares by canonical equivalence: what is equivalent to ASCII without being it is longer. Its own search for
        // a raw value makes a text of each name, and compares all.
        let count = name.utf8.count
        guard let known = Self.allCases.first(where: { $0.rawValue.utf8.count == count && $0.rawValue == name }) else { return nil }
        self = known
    }
}
