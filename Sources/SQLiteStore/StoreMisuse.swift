/// A caller did not keep to the port's rules.
struct StoreMisuse: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
