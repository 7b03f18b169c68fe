import HTTPTypes

/// Path patterns as a tree of segments. A literal segment is preferred to a parameter where both fit.
struct RouteTree: Sendable {
    /// All routes of one path.
    struct Endpoint: Sendable {
        /// That of the first route.
        let pattern: RoutePattern
        fileprivate(set) var routes: [(method: HTTPRequest.Method, number: Int, names: [String])] = []
        /// The methods of an `Allow` header.
        fileprivate(set) var allow: [HTTPRequest.Method] = []

        /// The number of a method's route, and the names of its parameters; `HEAD` has that of `GET`, unless there is one of its own.
        func route(for method: HTTPRequest.Method) -> (number: Int, names: [String])? {
            let handled = method == .head ? .get : method
            let found = routes.first { $0.method == method } ?? routes.first { $0.method == handled }
            return found.map { ($0.number, $0.names) }
        }
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

    /// - Parameter routes: A route's number is its index among these.
    init(_ routes: [Route]) {
        for (number, route) in routes.enumerated() { insert(route, number) }
        for index in nodes.indices {
            guard let methods = nodes[index].endpoint?.routes.map(\.method) else { continue }
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
    ///
    /// - Parameter flaw: Why a segment on the way can't be decoded. Such a segment passes for a parameter, of which `values` then lack one.
    func find(_ path: UnsafeBufferPointer<UInt8>, values: inout [String], flaw: inout PercentDecodingError?) -> Endpoint? {
        path.first == UInt8(ascii: "/") ? find(path, from: 1, node: 0, values: &values, flaw: &flaw) : nil
    }

    private func find(
        _ path: UnsafeBufferPointer<UInt8>, from start: Int, node: Int, values: inout [String], flaw: inout PercentDecodingError?
    ) -> Endpoint? {
        guard start <= path.count else { return nodes[node].endpoint }
        let end = Bytes.index(of: UInt8(ascii: "/"), in: path, from: start)
        let segment = UnsafeBufferPointer(rebasing: path[start..<end])
        let next = end + 1
        let isPlain = Bytes.index(of: UInt8(ascii: "%"), in: segment, from: 0) == segment.count
        let decoded = isPlain ? nil : Self.decode(segment, flaw: &flaw)
        for literal in nodes[node].literals {
            let fits = decoded.map { literal.segment.elementsEqual($0.utf8) } ?? literal.fits(segment)
            guard fits else { continue }
            if let endpoint = find(path, from: next, node: literal.node, values: &values, flaw: &flaw) { return endpoint }
            break
        }
        guard let parameter = nodes[node].parameter, !segment.isEmpty else { return nil }
        let count = values.count
        if let value = isPlain ? Self.decode(segment, flaw: &flaw) : decoded { values.append(value) }
        if let endpoint = find(path, from: next, node: parameter, values: &values, flaw: &flaw) { return endpoint }
        values.removeLast(values.count - count)
        return nil
    }

    private static func decode(_ segment: UnsafeBufferPointer<UInt8>, flaw: inout PercentDecodingError?) -> String? {
        do throws(PercentDecodingError) {
            return try PercentDecoding.decode(segment)
        } catch {
            flaw = flaw ?? error
            return nil
        }
    }

    private mutating func insert(_ route: Route, _ number: Int) {
        var node = 0
        for segment in route.pattern.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            node = Route.parameterName(segment) == nil ? literalChild(Array(segment.utf8), of: node) : parameterChild(of: node)
        }
        var endpoint = nodes[node].endpoint ?? Endpoint(pattern: RoutePattern(text: route.pattern, number: node))
        endpoint.routes.append((route.method, number, route.parameterNames))
        nodes[node].endpoint = endpoint
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
