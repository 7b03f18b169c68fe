import HTTPTypes

/// Path patterns as a tree of segments. A literal segment is preferred to a parameter where both fit.
struct RouteTree: Sendable {
    /// All routes of one path.
    struct Endpoint: Sendable {
        var routes: [(route: Route, names: [String])]
        var allow: [HTTPRequest.Method]
    }

    private struct Literal: Sendable {
        let segment: [UInt8]
        let node: Int

        func fits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            segment.withUnsafeBufferPointer { Bytes.areEqual($0, text) }
        }
    }

    private struct Node: Sendable {
        var literals: [Literal] = []
        var parameter: Int?
        var endpoint: Endpoint?
    }

    private var nodes = [Node()]

    init(_ routes: [Route]) {
        for route in routes { insert(route) }
        for index in nodes.indices {
            guard let methods = nodes[index].endpoint?.routes.map(\.route.method) else { continue }
            nodes[index].endpoint?.allow = Self.allowed(methods)
        }
    }

    /// The methods of an `Allow` header for a path with handlers for `methods`.
    static func allowed(_ methods: [HTTPRequest.Method]) -> [HTTPRequest.Method] {
        var allow: [HTTPRequest.Method] = []
        for method in methods {
            if !allow.contains(method) { allow.append(method) }
            if method == .get, !allow.contains(.head) { allow.append(.head) }
        }
        if !allow.contains(.options) { allow.append(.options) }
        return allow
    }

    /// The endpoint that a path leads to, its decoded parameters appended to `values`; `nil` when there is none.
    func find(
        _ path: UnsafeBufferPointer<UInt8>, values: inout [String]
    ) throws(PercentDecodingError) -> Endpoint? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        return try find(path, from: 1, node: 0, values: &values)
    }

    private func find(
        _ path: UnsafeBufferPointer<UInt8>, from start: Int, node: Int, values: inout [String]
    ) throws(PercentDecodingError) -> Endpoint? {
        guard start <= path.count else { return nodes[node].endpoint }
        let end = Bytes.place(of: UInt8(ascii: "/"), in: path, from: start)
        let segment = UnsafeBufferPointer(rebasing: path[start..<end])
        let next = end + 1
        let isPlain = Bytes.place(of: UInt8(ascii: "%"), in: segment, from: 0) == segment.count
        let decoded = isPlain ? nil : try PercentDecoding.decode(segment)
        for literal in nodes[node].literals {
            let fits = decoded.map { literal.segment.elementsEqual($0.utf8) } ?? literal.fits(segment)
            guard fits else { continue }
            if let endpoint = try find(path, from: next, node: literal.node, values: &values) { return endpoint }
            break
        }
        guard let parameter = nodes[node].parameter, !segment.isEmpty else { return nil }
        let count = values.count
        if let decoded { values.append(decoded) } else { values.append(try PercentDecoding.decode(segment)) }
        if let endpoint = try find(path, from: next, node: parameter, values: &values) { return endpoint }
        values.removeLast(values.count - count)
        return nil
    }

    /// Stands for the endpoint that a path as sent leads to. A segment is compared with literals as it was sent, and no parameter is read.
    func place(of path: Substring.UTF8View) -> Int? {
        path.withContiguousStorageIfAvailable { place(of: $0) } ?? Array(path).withUnsafeBufferPointer { place(of: $0) }
    }

    private func place(of path: UnsafeBufferPointer<UInt8>) -> Int? {
        path.first == UInt8(ascii: "/") ? place(of: path, from: 1, node: 0) : nil
    }

    private func place(of path: UnsafeBufferPointer<UInt8>, from start: Int, node: Int) -> Int? {
        guard start <= path.count else { return nodes[node].endpoint == nil ? nil : node }
        let end = Bytes.place(of: UInt8(ascii: "/"), in: path, from: start)
        let segment = UnsafeBufferPointer(rebasing: path[start..<end])
        for literal in nodes[node].literals where literal.fits(segment) {
            if let place = place(of: path, from: end + 1, node: literal.node) { return place }
        }
        guard let parameter = nodes[node].parameter, !segment.isEmpty else { return nil }
        return place(of: path, from: end + 1, node: parameter)
    }

    /// By place, the pattern of its first route.
    var patterns: [String?] { nodes.map { $0.endpoint?.routes.first?.route.pattern } }

    private mutating func insert(_ route: Route) {
        var node = 0
        for segment in route.pattern.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            node = Route.parameterName(segment) == nil ? literalChild(Array(segment.utf8), of: node) : parameterChild(of: node)
        }
        if nodes[node].endpoint == nil {
            nodes[node].endpoint = Endpoint(routes: [(route, route.parameterNames)], allow: [])
        } else {
            nodes[node].endpoint?.routes.append((route, route.parameterNames))
        }
    }

    private mutating func literalChild(_ segment: [UInt8], of node: Int) -> Int {
        if let known = nodes[node].literals.first(where: { $0.segment == segment }) { return known.node }
        nodes.append(Node())
        nodes[node].literals.append(Literal(segment: segment, node: nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func parameterChild(of node: Int) -> Int {
        if let known = nodes[node].parameter { return known }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }
}
