import HTTPTypes

/// Path patterns as a tree of segments. A literal segment is preferred to a parameter where both fit.
struct RouteTree: Sendable {
    /// All routes of one path.
    final class Endpoint: Sendable {
        /// The pattern of the first route.
        let pattern: RoutePattern
        /// The methods of an `Allow` header.
        let allow: [HTTPRequest.Method]
        private let routes: [RouteTreeBuilder.NumberedRoute]

        init(pattern: RoutePattern, routes: [RouteTreeBuilder.NumberedRoute]) {
            self.pattern = pattern
            self.routes = routes
            allow = RouteTree.allowed(routes.map(\.method))
        }

        /// The number of a method's route, and the names of its parameters; `HEAD` has that of `GET`, unless there is one of its own.
        func route(for method: HTTPRequest.Method) -> (number: Int, names: [String])? {
            for route in routes where route.method == method { return (route.number, route.names) }
            return method == .head ? self.route(for: .get) : nil
        }
    }

    struct Literal: Sendable {
        let segment: [UInt8]
        let node: Node

        func fits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            segment.withUnsafeBufferPointer { Bytes.areEqual($0, text) }
        }
    }

    final class Node: Sendable {
        let literals: [Literal]
        let parameter: Node?
        let endpoint: Endpoint?

        init(literals: [Literal], parameter: Node?, endpoint: Endpoint?) {
            self.literals = literals
            self.parameter = parameter
            self.endpoint = endpoint
        }
    }

    /// The most parameters of most patterns.
    private static let usualParameterCount = 2

    private let root: Node

    /// - Parameter routes: A route's number is its index among these.
    init(_ routes: [Route]) {
        root = RouteTreeBuilder(routes).root
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
        path.first == UInt8(ascii: "/") ? find(path, from: 1, root, values: &values, flaw: &flaw) : nil
    }

    private func find(
        _ path: UnsafeBufferPointer<UInt8>, from start: Int, _ node: Node, values: inout [String], flaw: inout PercentDecodingError?
    ) -> Endpoint? {
        guard start <= path.count else { return node.endpoint }
        var (end, isPlain) = (start, true)
        while end < path.count, path[end] != UInt8(ascii: "/") {
            isPlain = isPlain && path[end] != UInt8(ascii: "%") && path[end] != 0
            end &+= 1
        }
        let segment = UnsafeBufferPointer(rebasing: path[start..<end])
        let decoded = isPlain ? nil : Self.decode(segment, flaw: &flaw)
        for literal in node.literals {
            let fits = decoded.map { literal.segment.elementsEqual($0.utf8) } ?? literal.fits(segment)
            guard fits else { continue }
            if let endpoint = find(path, from: end + 1, literal.node, values: &values, flaw: &flaw) { return endpoint }
            break
        }
        guard let parameter = node.parameter, !segment.isEmpty else { return nil }
        let count = values.count
        if values.isEmpty { values.reserveCapacity(Self.usualParameterCount) }
        if let value = isPlain ? Self.text(segment, flaw: &flaw) : decoded { values.append(value) }
        if let endpoint = find(path, from: end + 1, parameter, values: &values, flaw: &flaw) { return endpoint }
        values.removeLast(values.count - count)
        return nil
    }

    /// A segment in which nothing is encoded.
    private static func text(_ segment: UnsafeBufferPointer<UInt8>, flaw: inout PercentDecodingError?) -> String? {
        let text = Bytes.text(UnsafeRawBufferPointer(segment))
        if text == nil { flaw = flaw ?? .invalidUTF8 }
        return text
    }

    private static func decode(_ segment: UnsafeBufferPointer<UInt8>, flaw: inout PercentDecodingError?) -> String? {
        do throws(PercentDecodingError) {
            return try PercentDecoding.decode(segment)
        } catch {
            flaw = flaw ?? error
            return nil
        }
    }
}
