import Foundation

/// A process that a test kills: one that writes to a store, or an app with one screen.
///
///     CrashChild store PATH SEED             as ``StoreCrashChild`` says
///     CrashChild client PORT FOLDER WHAT     as ``ClientCrashChild`` says
@main
struct CrashChild {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst(2))
        switch CommandLine.arguments.dropFirst().first {
        case "store": try StoreCrashChild.main(arguments)
        case "client": try await ClientCrashChild.main(arguments)
        default: exit(2)
        }
    }
}
