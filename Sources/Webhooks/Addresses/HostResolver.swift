/// Finds the addresses of a host by its name.
public protocol HostResolver: Sendable {
    /// Calls `completion` once, on any thread, with all addresses that the name has now; with none where it does not resolve.
    func resolve(_ host: String, _ completion: @escaping @Sendable ([IPAddress]) -> Void)
}
