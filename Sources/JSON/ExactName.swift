/// A set of names that are short and ASCII, of which text from outside is one where it has exactly its bytes.
package protocol ExactName: RawRepresentable where RawValue == String {}

extension ExactName {
    /// The name with exactly these bytes.
    package init?(exactly name: String) {
        // The standard library compares by canonical equivalence: what is equivalent to ASCII without being it is longer, and what is long
        // takes it long.
        guard name.utf8.count <= 64, let known = Self(rawValue: name), known.rawValue.utf8.count == name.utf8.count else { return nil }
        self = known
    }
}
