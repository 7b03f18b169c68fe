/// One `POST`, its body in memory.
struct TransferRequest: Sendable {
    /// Tells the transfer from the others that run: the delivery's number.
    var id: Int64
    var url: String
    /// Names and values, of which none holds a line end.
    var headers: [(name: String, value: String)]
    var body: [UInt8]
}
