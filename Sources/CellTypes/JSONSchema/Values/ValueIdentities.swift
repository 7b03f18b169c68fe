internal import JSON

/// Numbers the values that it sees: two parts have the same number exactly if JSON Schema takes them for equal. Numbers are equal by their
/// value, strings by their code points, objects in any order.
///
/// It takes time in proportion to the parts, sorting the keys of objects aside. Equality never depends on a digest.
struct ValueIdentities: Sendable {
    private enum Shape: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(JSONName)
        case array([Int])
        /// The numbers of keys and values by turns, in the order of the keys' numbers.
        case object([Int])
    }

    /// The numbers that copies share.
    private let known: [Shape: Int]
    private var added: [Shape: Int] = [:]

    init() {
        known = [:]
    }

    private init(known: [Shape: Int]) {
        self.known = known
    }

    /// The same numbers, in a form that is copied at no cost.
    func frozen() -> ValueIdentities { ValueIdentities(known: known.merging(added) { $1 }) }

    /// The number of a part of a tree; as deep as it is nested.
    ///
    /// - Parameter visited: The numbers of parts that were found before; what is found is added.
    mutating func identity(of part: Int, in tree: JSONTree, visited: inout PartNumbers) -> Int {
        if let identity = visited[part] { return identity }
        let node = tree[part]
        let shape: Shape
        switch node.kind {
        case .null: shape = .null
        case .bool: shape = .bool(node.text.text.utf8.first == UInt8(ascii: "t"))
        case .number: shape = .number(JSONNumber(node.text))
        case .string: shape = .string(JSONName(node.content))
        case .array:
            var elements: [Int] = []
            for child in node.children { elements.append(identity(of: child, in: tree, visited: &visited)) }
            shape = .array(elements)
        case .object:
            var members: [(key: Int, value: Int)] = []
            for child in node.children {
                let key = number(of: .string(tree[child].key ?? JSONName("")))
                members.append((key, identity(of: child, in: tree, visited: &visited)))
            }
            members.sort { $0.key < $1.key }
            shape = .object(members.flatMap { [$0.key, $0.value] })
        }
        let identity = number(of: shape)
        visited[part] = identity
        return identity
    }

    private mutating func number(of shape: Shape) -> Int {
        if let identity = known[shape] ?? added[shape] { return identity }
        let identity = known.count + added.count
        added[shape] = identity
        return identity
    }
}

/// The numbers of a tree's parts, as far as they are known.
struct PartNumbers {
    private var numbers: [Int?] = []
    /// How many are known.
    private(set) var count = 0

    subscript(_ part: Int) -> Int? {
        get { part < numbers.count ? numbers[part] : nil }
        set {
            while numbers.count <= part { numbers.append(nil) }
            if numbers[part] == nil { count += 1 }
            numbers[part] = newValue
        }
    }
}
