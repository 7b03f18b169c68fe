/// The sender of a request, as an application has found out.
public protocol Principal: AnyObject, Sendable {
    /// Tells the senders apart; no two have the same.
    var name: String { get }
}
