import Foundation
import TestSupport
import Testing

@testable import SectionalClient

@Suite("A list's title and metadata")
@MainActor
struct ListInfoTests {
    private let properties = #"{"id":"l","version":1,"title":"Cities","metadata":{"row":{"title":"/city"}},"itemCount":100}"#

    private func list(_ change: (inout ListOptions) -> Void = { _ in }) throws -> FakeList {
        var options = FakeList.options
        change(&options)
        return try FakeList(options: options, properties: properties) { _ in FakeList.problem(404, "not-found") }
    }

    private func send(_ list: FakeList, version: Int, properties: String, stages: String = "") {
        let change =
            #"{"list":"l","from":\#(version - 1),"to":\#(version),"reload":false,"properties":\#(properties),"stages":[\#(stages)]}"#
        list.transport.send("change", id: version, change)
    }

    @Test("come with the rows, and again when somebody changes them, once", .timeLimit(.minutes(1)))
    func follows() async throws {
        let list = try list()
        #expect(list.provider.info == ListInfo())
        try await list.load()
        #expect(list.provider.info.title == "Cities" && list.provider.info.row.title == "/city")
        try await list.wait { list.infos.count == 1 }
        send(list, version: 2, properties: #"{"title":null,"metadata":{"row":{"title":"/name"}}}"#)
        try await list.wait { list.infos.count == 2 }
        #expect(list.provider.version == 2 && list.provider.info == list.infos[1] && list.provider.info.title == nil)
        #expect(list.provider.info.row.title == "/name" && list.view.reloads == 1)
        // Nothing is told of what is the same, or of a change of rows alone.
        send(list, version: 3, properties: #"{"title":null,"metadata":{"row":{"title":"/name"}},"defaultType":"T"}"#)
        list.sendUpdate("5", version: 4)
        try await list.wait { list.provider.version == 4 && list.shown.last == 5 }
        #expect(list.infos.count == 2)
    }

    @Test("change after the stages of their version", .timeLimit(.minutes(1)))
    func order() async throws {
        let list = try list()
        try await list.load()
        try await list.wait { list.infos.count == 1 }
        await list.leave()
        let none = #""deleted":[],"inserted":[],"moved":[],"updated":[]"#
        let stage = #"{"sections":{\#(none)},"items":{"deleted":[{"id":"i0","indexPath":[0,0]}],"inserted":[],"moved":[],"updated":[]}}"#
        send(list, version: 2, properties: #"{"title":"Towns","metadata":{}}"#, stages: stage)
        var titles: [String?] = []
        for await update in list.provider.changes {
            if case .stages(let stages, _) = update {
                titles.append(list.provider.info.title)
                for stage in stages { stage.apply() }
            }
            guard case .info(let info) = update else { continue }
            titles.append(info.title)
            break
        }
        #expect(titles == ["Cities", "Towns"] && list.provider.info.title == "Towns" && list.provider.itemCount == 99)
    }

    @Test("are there offline, from the cache", .timeLimit(.minutes(1)))
    func cached() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("info-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try list { $0.cache = ListCache(folder: folder) }
        try await first.load()
        await first.provider.flush()
        let second = try list { $0.cache = ListCache(folder: folder) }
        second.transport.setDown(true)
        second.provider.start()
        try await second.wait { second.provider.version == 1 }
        #expect(second.provider.info.title == "Cities")
    }

    @Test("of metadata that nests too deep are a title alone")
    func deep() throws {
        let deep = String(repeating: "[", count: 90) + String(repeating: "]", count: 90)
        let info = try JSONDecoder().decode(ListInfo.self, from: Data(#"{"title":"T","metadata":{"a":\#(deep)}}"#.utf8))
        #expect(info == ListInfo(title: "T"))
    }
}
