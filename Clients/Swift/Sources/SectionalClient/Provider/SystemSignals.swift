import Foundation

#if canImport(Network)
    import Network
#endif
#if canImport(UIKit) && !os(watchOS)
    import UIKit
#endif

/// A report of the system that a list on the screen has to act on.
enum SystemSignal: Sendable {
    /// There is a network, or another than before.
    case networkChanged
    /// The app comes to the front again: its connections may have died while it was asleep.
    case foreground
    /// The app goes to the background, and may be ended there.
    case background
}

/// Listens to the system, from ``start(_:)`` until it is stopped or let go. On a platform that reports nothing it is silent.
@MainActor
final class SystemSignals {
    private var tasks: [Task<Void, Never>] = []

    deinit {
        for task in tasks { task.cancel() }
    }

    /// - Parameter receive: Called with each report; does nothing where it listens already.
    func start(_ receive: @escaping @MainActor (SystemSignal) -> Void) {
        guard tasks.isEmpty else { return }
        tasks = Self.sources.map { source in
            Task { @MainActor in for await signal in source() { receive(signal) } }
        }
    }

    func stop() {
        for task in tasks { task.cancel() }
        tasks = []
    }

    private static var sources: [@Sendable () -> AsyncStream<SystemSignal>] {
        var sources: [@Sendable () -> AsyncStream<SystemSignal>] = []
        #if canImport(Network)
            sources.append { paths() }
        #endif
        #if canImport(UIKit) && !os(watchOS)
            let foreground = UIApplication.willEnterForegroundNotification.rawValue
            let background = UIApplication.didEnterBackgroundNotification.rawValue
            sources.append { notifications(foreground, .foreground) }
            sources.append { notifications(background, .background) }
        #endif
        return sources
    }

    #if canImport(Network)
        private nonisolated static func paths() -> AsyncStream<SystemSignal> {
            AsyncStream { continuation in
                let monitor = NWPathMonitor()
                let history = Locked(NetworkHistory())
                monitor.pathUpdateHandler = { path in
                    let names = path.availableInterfaces.map(\.name)
                    let isNews = history.withLock { $0.isNews(isConnected: path.status == .satisfied, interfaces: names) }
                    if isNews { continuation.yield(.networkChanged) }
                }
                continuation.onTermination = { _ in monitor.cancel() }
                monitor.start(queue: DispatchQueue(label: "sectional.network"))
            }
        }
    #endif

    #if canImport(UIKit) && !os(watchOS)
        private nonisolated static func notifications(_ name: String, _ signal: SystemSignal) -> AsyncStream<SystemSignal> {
            AsyncStream { continuation in
                let name = Notification.Name(rawValue: name)
                // The centre may be asked from any thread; only its token's type does not say so.
                nonisolated(unsafe) let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    continuation.yield(signal)
                }
                continuation.onTermination = { _ in NotificationCenter.default.removeObserver(observer) }
            }
        }
    #endif
}

/// The last report about the network.
struct NetworkHistory: Sendable {
    private var last: (isConnected: Bool, interfaces: [String])?

    /// Takes a report.
    ///
    /// - Parameter interfaces: The interfaces that may be used, the preferred one first.
    /// - Returns: Whether connections are worth trying that were not: there is a network again, or another is preferred. The first report is
    ///   that of the network in which the list was started.
    mutating func isNews(isConnected: Bool, interfaces: [String]) -> Bool {
        defer { last = (isConnected, interfaces) }
        guard let last, isConnected else { return false }
        return !last.isConnected || last.interfaces.first != interfaces.first
    }
}
