import Foundation
import Testing

import Settings
import MicroHTTPServer
@testable import sectional

@Suite("The systemd unit")
struct ServiceUnitTests {
    private let unit: ServiceUnit

    init() throws {
        unit = try ServiceUnit()
    }

    @Test("systemd finds nothing wrong with it, and would with a misspelt key")
    func verified() throws {
        let text = unit.text.replacingOccurrences(of: "/usr/local/bin/sectional", with: ProgramRun.program.path)
        let run = try Self.analyze(["verify", "--man=no"], text)
        #expect(try run.status() == 0 && run.output.isEmpty, "\(run.output)")
        let misspelt = try Self.analyze(["verify", "--man=no"], text.replacingOccurrences(of: "ProtectSystem=", with: "ProtectSistem="))
        _ = try misspelt.status()
        #expect(misspelt.output.contains("ProtectSistem"))
        // Without the program itself, which lies elsewhere here, it is an error.
        #expect(
            try Self.analyze(["verify", "--man=no"], unit.text.replacingOccurrences(of: "/usr/local/bin", with: "/nowhere")).status() != 0)
    }

    @Test("the server is exposed to little, by systemd's own measure")
    func hardened() throws {
        let arguments = ["security", "--offline=true", "--no-pager", "--threshold=20"]
        let run = try Self.analyze(arguments, unit.text)
        #expect(try run.status() == 0, "\(run.output)")
        let soft = unit.text.split(separator: "\n").filter { !$0.hasPrefix("Protect") && !$0.hasPrefix("Restrict") }.joined(separator: "\n")
        #expect(try Self.analyze(arguments, soft).status() != 0)
    }

    @Test("it leaves the server time to stop, and descriptors for its connections")
    func limits() throws {
        let settings = Settings()
        let stop = try #require(Int(try unit.value("TimeoutStopSec").dropLast()))
        #expect(try unit.value("TimeoutStopSec").hasSuffix("s") && stop > Int(settings.shutdownSeconds))
        #expect(try #require(Int(try unit.value("LimitNOFILE"))) > 2 * settings.server.connectionLimit)
        #expect(try unit.value("ExecReload") == "/bin/kill -HUP $MAINPID")
        #expect(try unit.value("RestartPreventExitStatus") == "2")
    }

    private static func analyze(_ arguments: [String], _ unit: String) throws -> ToolRun {
        let folder = try TestFolder()
        let path = try folder.write(unit, to: "sectional.service")
        let run = try ToolRun("systemd-analyze", arguments + [path])
        // The folder goes with this function.
        _ = try run.status()
        return run
    }
}
