import Foundation
import TestSupport
import Testing

/// Three servers that are killed and stopped: the scripts of `Tests/Cluster`, which the guide names, in a small size.
@Suite("Three servers on one PostgreSQL")
struct ClusterFaultTests {
    @Test("lose, double and disorder nothing while servers are killed and stopped and PostgreSQL fails over, and are equal behind it")
    func faults() throws {
        let said = try PythonRun.output(of: "Tests/Cluster/faults", "--rounds", "1", "--writers", "16", "--seconds", "12")
        #expect(said.hasSuffix("no fault\n"), "\(said)")
    }

    @Test("show each write to the next request on another one, and each version once, in order, to followers on all")
    func reads() throws {
        let said = try PythonRun.output(of: "Tests/Cluster/reads", "--count", "2000")
        #expect(said.contains(": 0 faults"), "\(said)")
    }

    @Test("run as compose.cluster.yaml says, behind haproxy with the settings that are shipped")
    func compose() throws {
        let environment = ["PGPASSWORD": "x", "SECTIONAL_WEBHOOKS_KEY": "y"]
        let root = ProjectFolder.root.path
        for arguments in [
            ["/usr/bin/docker-compose", "-f", "compose.cluster.yaml", "config", "-q"],
            ["/usr/sbin/haproxy", "-c", "-q", "-f", "config/haproxy.cfg"],
        ] {
            let run = try ProgramRun(
                Array(arguments.dropFirst()), executable: URL(fileURLWithPath: arguments[0]), environment: environment, in: root)
            #expect(try run.status() == 0, "\(run.output) \(run.errors)")
        }
    }
}
