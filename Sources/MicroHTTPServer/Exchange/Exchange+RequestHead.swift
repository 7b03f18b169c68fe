import HTTPServing
import HTTPTypes
import Synchronization

/// The request's head, as it lies in the library's memory until the exchange ends. Bytes that are not UTF-8 are replaced by U+FFFD.
extension Exchange: RequestHead {
    var id: String { core.ids.text(of: number) }

    var spread: Int { Int(truncatingIfNeeded: number) }

    var peer: PeerAddress? { client.peer }

    var clientHasLeft: Bool { core.suspended.hasLeft(self) }

    /// The request's target; an empty one where it is not UTF-8, or where nobody had asked for it when the exchange ended.
    var target: RequestTarget {
        state.withLock { state in
            if let target = state.target { return target }
            guard !state.isEnded else { return RequestTarget("") }
            let target = RequestTarget(Bytes.text(targetBytes) ?? "")
            state.target = target
            return target
        }
    }

    func withTarget(_ body: (UnsafeRawBufferPointer) -> Void) {
        state.withLock { state in
            if !state.isEnded { body(targetBytes) }
        }
    }

    subscript(_ name: HTTPField.Name) -> String? {
        var text: String?
        withValue(of: name) { text = String(decoding: $0, as: UTF8.self) }
        return text
    }

    func withValue(of name: HTTPField.Name, _ body: (UnsafeRawBufferPointer) -> Void) {
        var canonical = name.canonicalName
        canonical.withUTF8 { name in
            let name = UnsafeRawBufferPointer(name)
            guard names.mayContain(name) else { return }
            state.withLock { state in
                if !state.isEnded { client.headers.withValue(of: name, body) }
            }
        }
    }
}
