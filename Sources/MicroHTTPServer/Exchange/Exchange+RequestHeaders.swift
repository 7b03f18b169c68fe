import CMicroHTTPD
import HTTPServing
import HTTPTypes
import Synchronization

extension Exchange: RequestHeaders {
    /// Looks the header up in the library's own memory, which stays where it is until the exchange ends; `nil` afterwards. Bytes that
    /// are not UTF-8 are replaced by U+FFFD.
    subscript(_ name: HTTPField.Name) -> String? {
        var canonical = name.canonicalName
        return canonical.withUTF8 { name in
            let name = UnsafeRawBufferPointer(name)
            guard names.mayContain(name) else { return nil }
            return state.withLock { state in state.isEnded ? nil : value(of: name) }
        }
    }

    var peer: PeerAddress? { client.peer }

    private func value(of name: UnsafeRawBufferPointer) -> String? {
        let text = name.assumingMemoryBound(to: CChar.self).baseAddress
        guard MHD_lookup_connection_value_n(connection, .HEADER_KIND, text, name.count, nil, nil) == .YES else { return nil }
        var joined = JoinedHeader(name: name)
        withUnsafeMutablePointer(to: &joined) { joined in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, headerIsJoined, joined)
        }
        return joined.value
    }
}
