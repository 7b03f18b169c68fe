/// Gives out identifiers, each once, whatever its case: a file system may not tell two cases apart.
struct NameScope {
    private let reserved: Set<String>
    private var taken: Set<String>
    private var counts: [String: Int] = [:]

    /// - Parameters:
    ///   - reserved: What is not given out: words of the language, and names that the generated code uses.
    ///   - taken: What is given out already.
    init(reserved: Set<String>, taken: [String] = []) {
        self.reserved = reserved
        self.taken = Set(taken.map { $0.lowercased() })
    }

    /// An identifier that is close to the wanted one.
    ///
    /// - Parameter wanted: An identifier; `nil` where the name has no letter that one can have.
    mutating func claim(_ wanted: String?, or other: String) -> String {
        var base = wanted ?? other
        if reserved.contains(base) { base += "Value" }
        var name = base
        while !taken.insert(name.lowercased()).inserted {
            let count = counts[base.lowercased(), default: 1] + 1
            counts[base.lowercased()] = count
            name = "\(base)\(count)"
        }
        return name
    }
}
