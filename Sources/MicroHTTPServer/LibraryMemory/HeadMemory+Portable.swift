#if PORTABLE_MICROHTTPD
    import CMicroHTTPD
    import Foundations

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    /// A request's head by the library's interface alone: nothing is known of its bytes.
    ///
    /// Nobody but the library says where the head ends, so the connection ends with the request.
    struct HeadMemory {
        /// The library decodes the target in its place later.
        private let target: ByteBuffer

        /// - Parameter target: The target as sent, ended by NUL.
        init(target: UnsafePointer<CChar>, of connection: OpaquePointer) {
            self.target = ByteBuffer(Array(UnsafeRawBufferPointer(start: target, count: strlen(target))))
        }

        var targetBytes: UnsafeRawBufferPointer { target.bytes }

        func read(of connection: OpaquePointer, isHTTP11: Bool, end: UInt, into table: HeaderTable) -> RequestFraming {
            var framing = table.read(of: connection, from: 0)
            framing.check(isHTTP11: isHTTP11)
            return framing
        }

        static func end(of connection: OpaquePointer, method: UnsafePointer<CChar>) -> UInt { 0 }

        func ends(at libraryEnd: UInt) -> Bool { false }

        func isBetween(_ method: UnsafePointer<CChar>, count: Int, and version: UnsafePointer<CChar>) -> Bool { true }

        static func hasBody(of count: Int, behind headersEnd: UInt) -> Bool { false }
    }
#endif
