/// One `POST`, its body in memory.
public struct TransferRequest: Sendable {
    /// Tells the transfer from the others that run.
    let id: Int64
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// - Parameter headers: Names and values, of which none holds a line end.
    public init(id: Int64, url: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.id = id
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// Says why an address, as its numbers are written, may not be connected to; `nil` where it may.
public typealias AddressCheck = @Sendable (_ address: String) -> String?
