import CMicroHTTPD
import Foundations
import HTTPServing
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The library's responses of prepared ones, made once by one of the server's threads and sent again by it, each time with another
/// `Request-Id`.
///
/// libmicrohttpd 0.9.75 writes a response's header block into the connection's own memory when the access handler that has queued it
/// returns (`MHD_connection_handle_idle`: `call_connection_handler`, then `build_header_response`), before the thread calls a handler
/// again. So the identifier may be overwritten for the next request while earlier ones still send; a body is never written to.
final class ThreadReplies: Sendable {
    private struct Entry {
        /// The ``PreparedResponse/number``, doubled, and one more for the 304. No other response has it, also once that one is gone: what it
        /// said is then never sent.
        let number: UInt64
        let reply: OpaquePointer
        /// The value of `Request-Id` in the library's memory.
        let id: UnsafeMutableBufferPointer<UInt8>
    }

    /// The most responses that are kept: each takes about 200 bytes a header, and none of a body.
    static let count = 512

    private let ids: RequestIDs
    /// By the number's remainder. One thread uses an object, and its last connection or the stopped server lets it go.
    private let table = SendablePointer(UnsafeMutableBufferPointer<Entry?>.allocate(capacity: count))
    private var entries: UnsafeMutableBufferPointer<Entry?> { table.value }

    init(ids: RequestIDs) {
        self.ids = ids
        entries.initialize(repeating: nil)
    }

    deinit {
        for entry in entries { if let entry { MHD_destroy_response(entry.reply) } }
        entries.deinitialize()
        entries.deallocate()
    }

    /// The library's response of a prepared one, with a request's identifier; to be queued at once, without a reference being given.
    ///
    /// Its bytes are those of `prepared`, which has to live until the library has sent them. `nil` where there is no memory for it.
    ///
    /// - Parameters:
    ///   - request: The number of the request.
    ///   - isNotModified: Whether it is the 304 without a body, for ``NotModified``.
    func reply(of prepared: PreparedResponse, to request: UInt64, isNotModified: Bool) -> OpaquePointer? {
        #if PORTABLE_MICROHTTPD
            nil
        #else
            kept(prepared, to: request, isNotModified: isNotModified)
        #endif
    }

    private func kept(_ prepared: PreparedResponse, to request: UInt64, isNotModified: Bool) -> OpaquePointer? {
        let number = prepared.number &<< 1 | (isNotModified ? 1 : 0)
        let index = Int(truncatingIfNeeded: number % UInt64(Self.count))
        if let entry = entries[index], entry.number == number {
            ids.write(request, into: entry.id)
            return entry.reply
        }
        guard let entry = isNotModified ? makeNotModified(prepared, number, to: request) : make(prepared, number, to: request) else {
            return nil
        }
        if let old = entries[index] { MHD_destroy_response(old.reply) }
        entries[index] = entry
        return entry.reply
    }

    private func make(_ prepared: PreparedResponse, _ number: UInt64, to request: UInt64) -> Entry? {
        let body = UnsafeMutableRawPointer(mutating: prepared.body.baseAddress)
        guard let reply = MHD_create_response_from_buffer(prepared.body.count, body, .RESPMEM_PERSISTENT) else { return nil }
        ReplyHeaders.begin(reply, ids, request: request)
        ReplyHeaders.add(prepared.headerBlock, to: reply)
        return entry(of: reply, number)
    }

    private func makeNotModified(_ prepared: PreparedResponse, _ number: UInt64, to request: UInt64) -> Entry? {
        guard let reply = NotModified.makeReply() else { return nil }
        ReplyHeaders.begin(reply, ids, request: request)
        ReplyHeaders.add(prepared.headerBlock, to: reply, where: NotModified.has)
        return entry(of: reply, number)
    }

    private func entry(of reply: OpaquePointer, _ number: UInt64) -> Entry? {
        guard let value = shim_header_value(reply, ReplyHeaders.requestID), strlen(value) == RequestIDs.count else {
            MHD_destroy_response(reply)
            return nil
        }
        let bytes = UnsafeMutableRawPointer(value).assumingMemoryBound(to: UInt8.self)
        return Entry(number: number, reply: reply, id: UnsafeMutableBufferPointer(start: bytes, count: RequestIDs.count))
    }
}

/// The ``ThreadReplies`` of all threads of a server. Any thread may use it.
final class ReplyTables: Sendable {
    private let ids: RequestIDs
    private let tables = Mutex<[pthread_t: ThreadReplies]>([:])

    init(ids: RequestIDs) {
        self.ids = ids
    }

    /// The table of the thread that asks.
    var ofThisThread: ThreadReplies {
        tables.withLock { tables in
            let thread = pthread_self()
            if let table = tables[thread] { return table }
            let table = ThreadReplies(ids: ids)
            tables[thread] = table
            return table
        }
    }
}
