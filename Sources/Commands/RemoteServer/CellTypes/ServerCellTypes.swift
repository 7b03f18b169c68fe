public import CellTypes

/// The cell types of a running server.
public struct ServerCellTypes {
    /// More bytes than any registry has.
    private static let limit = 256 << 20

    /// By name.
    public let types: [CellType]
    /// The version of the registry; `nil` where the server does not say it.
    public let version: Int64?

    /// Asks for them.
    public init(server: ServerAddress) throws(CommandFailure) {
        let body = try server.success(of: server.request("GET", path: "/cell-types", headers: []), limit: Self.limit).body
        guard let answer = CellTypesAnswer(body) else {
            throw CommandFailure(message: "\(server.url): the answer is no list of cell types")
        }
        types = answer.types
        version = answer.version
    }
}
