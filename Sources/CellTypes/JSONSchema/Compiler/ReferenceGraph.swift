/// The graph of a document's schemas, as they lead to each other.
///
/// If a schema could be applied to a value again, inside of its own application to it, a check would not end. A long chain takes the
/// thread's stack at each level of a value. The compiler refuses both. A dynamic reference counts as one to each schema that it may lead
/// to.
struct ReferenceGraph {
    private enum State {
        case unseen, open
        /// The longest chain that begins here.
        case done(Int)
    }

    private let compiled: CompiledNodes
    private let map: SchemaMap
    /// Of each schema, and behind them of each name that dynamic references look for: it leads to all schemas that have it.
    private var states: [State]
    private let schemasOfName: [[Int]]

    /// Checks all chains, and marks what more than one way leads to.
    static func check(_ compiled: inout CompiledNodes, _ map: SchemaMap) throws(SchemaError) {
        var graph = ReferenceGraph(compiled, map)
        for schema in compiled.nodes.indices { _ = try graph.length(from: schema, above: 0) }
        for schema in compiled.nodes.flatMap({ $0.keywords.flatMap(\.referencedSchemas) }) + graph.schemasOfName.joined() {
            compiled.nodes[schema].isShared = true
        }
    }

    private init(_ compiled: CompiledNodes, _ map: SchemaMap) {
        self.compiled = compiled
        self.map = map
        var schemasOfName = [[Int]](repeating: [], count: compiled.dynamicNameCount)
        for anchor in compiled.dynamicAnchors.joined() { schemasOfName[anchor.name].append(anchor.schema) }
        self.schemasOfName = schemasOfName
        states = Array(repeating: .unseen, count: compiled.nodes.count + schemasOfName.count)
    }

    /// The number of schemas and names in the longest chain from one; `above` are in the chain that leads to it.
    private mutating func length(from vertex: Int, above: Int) throws(SchemaError) -> Int {
        switch states[vertex] {
        case .done(let length): return length
        case .open: throw error("the schema leads back to itself without going into the value", vertex)
        case .unseen: break
        }
        guard above < SchemaLimits.chainLength else { throw tooLong(vertex) }
        states[vertex] = .open
        var longest = 0
        for next in successors(of: vertex) { longest = max(longest, try length(from: next, above: above + 1)) }
        guard longest < SchemaLimits.chainLength else { throw tooLong(vertex) }
        states[vertex] = .done(longest + 1)
        return longest + 1
    }

    private func successors(of vertex: Int) -> [Int] {
        guard vertex < compiled.nodes.count else { return schemasOfName[vertex - compiled.nodes.count] }
        return compiled.nodes[vertex].keywords.flatMap { keyword in
            var next = keyword.schemasInPlace
            if case .dynamicReference(let name, _) = keyword { next.append(compiled.nodes.count + name) }
            return next
        }
    }

    private func tooLong(_ vertex: Int) -> SchemaError {
        error("more than \(SchemaLimits.chainLength) schemas apply to one value inside each other", vertex)
    }

    private func error(_ message: String, _ vertex: Int) -> SchemaError {
        let schema = vertex < compiled.nodes.count ? vertex : schemasOfName[vertex - compiled.nodes.count].first ?? 0
        return map.error(message, nil, of: map.parts[schema])
    }
}
