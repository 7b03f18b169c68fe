// What this project uses of Network, with its signatures and the bodies of nothing (see UIKit.swift).
public import Dispatch

public struct NWInterface: Sendable {
    public let name: String
}

public struct NWPath: Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }
    public let status: Status
    public let availableInterfaces: [NWInterface]
}

public final class NWPathMonitor: @unchecked Sendable {
    public init() {}
    public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?
    public func start(queue: DispatchQueue) {}
    public func cancel() {}
}
