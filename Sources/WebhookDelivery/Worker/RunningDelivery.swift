import Lists

/// A delivery on its way.
struct RunningDelivery {
    let delivery: Delivery
    /// Milliseconds since 1970, UTC.
    let startedAt: Int64
}
