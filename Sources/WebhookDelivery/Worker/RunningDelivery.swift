import Lists
import Ports

/// A delivery on its way.
struct RunningDelivery {
    let delivery: Delivery
    /// Milliseconds since 1970, UTC.
    let startedAt: Int64
    /// The event's data where it was made from versions for this attempt: what further attempts are to send, too.
    let data: [UInt8]?
}
