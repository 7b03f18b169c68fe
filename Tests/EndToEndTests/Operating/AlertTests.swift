import Foundation
import TestSupport
import Testing

@Suite("Alerts")
struct AlertTests {
    private let root = ProjectFolder.root

    @Test("promtool takes the rules, and they alert as they should")
    func rules() throws {
        let check = try ToolRun("promtool", ["check", "rules", "config/alerts.yaml"], in: root.path)
        #expect(try check.status() == 0, "\(check.output)")
        let test = try ToolRun("promtool", ["test", "rules", "config/alerts.test.yaml"], in: root.path)
        #expect(try test.status() == 0, "\(test.output)")
    }

    @Test("a rule with another threshold fails the rules' own tests")
    func canFail() throws {
        let folder = try TestFolder()
        let rules = try text("config/alerts.yaml")
        #expect(rules.contains("> 0.01 *"))
        _ = try folder.write(rules.replacingOccurrences(of: "> 0.01 *", with: "> 0.5 *"), to: "alerts.yaml")
        let tests = try folder.write(try text("config/alerts.test.yaml"), to: "alerts.test.yaml")
        #expect(try ToolRun("promtool", ["test", "rules", tests]).status() != 0)
    }

    @Test("the scrape configuration of the guide is one")
    func scraping() throws {
        let folder = try TestFolder()
        let token = try folder.write("sectional_x", to: "token")
        let block = try #require(try OperatingGuide().yaml.first { $0.hasPrefix("scrape_configs") })
        let configuration = block.replacingOccurrences(of: "/etc/prometheus/sectional.token", with: token)
            .replacingOccurrences(of: "/etc/prometheus/sectional-alerts.yaml", with: root.appendingPathComponent("config/alerts.yaml").path)
        let run = try ToolRun("promtool", ["check", "config", try folder.write(configuration, to: "prometheus.yaml")])
        #expect(try run.status() == 0 && run.output.contains("12 rules found"), "\(run.output)")
    }

    @Test("every metric that alerts and the guide name is one of a live server")
    func metrics() throws {
        // One with a log has the metrics of the log too.
        let server = try ServerProcess(["--cluster", ClusterServeTests.makeLog(in: .shared)], environment: ClusterServeTests.key)
        try server.putSamples()
        try server.connect().get("/lists/cities/items")
        let shown = try server.connect().get("/metrics").text.split(separator: "\n")
        func isThere(_ name: Substring) -> Bool {
            shown.contains { line in ["\(name){", "\(name) ", "# TYPE \(name) "].contains { line.hasPrefix($0) } }
        }
        let named = try text("config/alerts.yaml") + OperatingGuide().text
        let names = Set(named.matches(of: try Regex("sectional_[a-z_]+")).map { named[$0.range] })
        #expect(names.count > 10)
        for name in names { #expect(isThere(name), "\(name)") }
        #expect(!isThere("sectional_made_up"))
        #expect(try server.stop() == 0)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}
