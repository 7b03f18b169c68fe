/// An event made ready to be sent, once for all webhooks that are sent it at about the same time.
struct PreparedEvent {
    let body: [UInt8]
    /// The event's data where it was made from versions: what further attempts are to send, too.
    let madeData: [UInt8]?

    /// The most bytes of all that are kept.
    static let keptBytes = 1 << 20

    /// Bytes that it takes in memory, about.
    var cost: Int { body.count + (madeData?.count ?? 0) + 128 }
}
