import Foundation
import Testing

/// The generated enum as the values of a list in an app.
@Suite("Generated code in an app")
struct GeneratedListTests {
    /// Compiles a program with the generated file and the client.
    private func program(_ sample: SampleServer) throws -> (file: GeneratedFile, path: String) {
        let file = try GeneratedFile("swift", of: sample, as: "CellTypes.swift")
        _ = try file.folder.write(Self.source, to: "App.swift")
        let products = ProgramRun.program.deletingLastPathComponent()
        let objects = products.appendingPathComponent("SectionalClient.build")
        let client = try FileManager.default.contentsOfDirectory(atPath: objects.path).filter { $0.hasSuffix(".o") }
            .map { objects.appendingPathComponent($0).path }
        _ = try file.folder.write(client.joined(separator: "\n"), to: "objects")
        try file.run(
            try GeneratedFile.tool("swiftc"), "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-static-stdlib",
            "-I", products.appendingPathComponent("Modules").path, "CellTypes.swift", "App.swift", "@objects", "-o", "app")
        return (file, file.folder.path("app"))
    }

    @Test("a list reads and writes every type by itself, and keeps what it does not know", .timeLimit(.minutes(10)))
    func mixedList() throws {
        let sample = try SampleServer()
        #expect(try sample.connect().send("PATCH", "/lists/sample", body: #"{"defaultType":"Note"}"#).status == 200)
        let (file, app) = try program(sample)
        let shown = try file.run(app, sample.url, "write")
        #expect(shown == Self.shown)
        let items = try sample.connect().get("/lists/sample/export").text.split(separator: "\n").map(String.init)
        func item(_ id: String) -> String { items.first { $0.contains(#""id":"\#(id)""#) } ?? "" }
        #expect(item("new").contains(#""type":"Note""#) && item("new").contains(#""value":"written""#))
        #expect(item("6").contains(#""type":"Note""#) && item("6").contains(#""value":"hello again""#))
        // Another case is another type.
        #expect(item("7").contains(#""type":"Note""#) && item("7").contains(#""value":"was a status""#))
        #expect(item("1").contains(#""type":"Anything""#) && item("1").contains(#""price":1.10"#))
        #expect(item("1").contains(#""count":12345678901234567890"#) && item("1").contains(#""kept":0.50"#))
        // Nothing of a row that the app does not know is lost, and its type stays.
        #expect(item("13").contains(#""type":"Video""#) && item("13").contains(#""n":1e300"#) && item("13").contains(#""seen":true"#))
        // The next run shows it without a network.
        #expect(try file.run(app, sample.url, "read") == Self.kept)
    }

    private static let shown = """
        accepts 13
        1 anything
        3 article T2
        6 note hello
        7 status closed
        13 unsupported -
        14 note hello
        15 unsupported Note
        wrote

        """

    private static let kept = """
        1 1.10 12345678901234567890 0.50
        6 note hello again
        13 unsupported -
        14 note hello
        new note written

        """

    private static let source = #"""
        import Foundation
        import SectionalClient

        struct NoNetwork: Transport {
            func send(_ request: TransportRequest) async throws -> TransportResponse { throw URLError(.notConnectedToInternet) }
            func open(_ request: TransportRequest) async throws -> TransportStream { throw URLError(.notConnectedToInternet) }
        }

        @main
        @MainActor
        struct App {
            static func main() async throws {
                let arguments = CommandLine.arguments
                guard let server = URL(string: arguments[1]) else { return }
                let options = ListOptions(cache: ListCache(folder: URL(fileURLWithPath: "cache")))
                let isOffline = arguments[2] == "read"
                let service = isOffline ? SectionalService(server, transport: NoNetwork()) : SectionalService(server)
                let list = RemoteDataProvider<CellValue>(service, list: "sample", options: options)
                let updates = Task { @MainActor in
                    for await update in list.changes {
                        switch update {
                        case .reload(let reload): reload.apply()
                        case .stages(let stages, _): for stage in stages { stage.apply() }
                        default: break
                        }
                    }
                }
                list.start()
                if isOffline { try await read(list) } else { try await write(list) }
                updates.cancel()
            }

            private static func wait(_ holds: () -> Bool) async throws {
                while !holds() { try await Task.sleep(nanoseconds: 10_000_000) }
            }

            private static func path(_ id: String, _ list: RemoteDataProvider<CellValue>) -> IndexPath { list.indexPath(of: id) ?? [9, 9] }

            private static func line(_ id: String, _ list: RemoteDataProvider<CellValue>) -> String {
                switch list.item(at: path(id, list)) {
                case .anything?: return "\(id) anything"
                case .article(let article)?: return "\(id) article \(article.title)"
                case .note(let note)?: return "\(id) note \(note)"
                case .status(let status)?: return "\(id) status \(status.rawValue)"
                case .unsupported(let type, _)?: return "\(id) unsupported \(type ?? "-")"
                default: return "\(id) ?"
                }
            }

            private static func write(_ list: RemoteDataProvider<CellValue>) async throws {
                try await wait { list.state == .live && list.item(at: [0, 20]) != nil }
                print("accepts", CellValue.knownTypes.count)
                for id in ["1", "3", "6", "7", "13", "14", "15"] { print(line(id, list)) }
                try await list.insert(.note("written"), at: [0, 0], id: "new")
                try await list.updateItem(at: path("6", list), value: .note("hello again"))
                try await list.updateItem(at: path("7", list), value: .note("was a status"))
                try await list.updateItem(
                    at: path("1", list),
                    value: .anything(["price": .decimal("1.10"), "count": .decimal("12345678901234567890"), "kept": 0]))
                try await list.batch { batch in
                    try batch.update(
                        path("1", list),
                        value: .anything(["price": .decimal("1.10"), "count": .decimal("12345678901234567890"), "kept": .decimal("0.50")]))
                }
                guard case .unsupported(nil, .object(var video))? = list.item(at: path("13", list)) else { return print("no video") }
                video["seen"] = true
                try await list.updateItem(at: path("13", list), value: .unsupported(type: nil, value: .object(video)))
                try await wait { list.row(at: path("13", list))?.isPending == false && list.row(at: path("new", list))?.isPending == false }
                await list.flush()
                print("wrote")
            }

            private static func read(_ list: RemoteDataProvider<CellValue>) async throws {
                try await wait { list.indexPath(of: "new") != nil }
                if case .anything(let value)? = list.item(at: path("1", list)) {
                    print("1", value["price"]?.text ?? "", value["count"]?.text ?? "", value["kept"]?.text ?? "")
                }
                for id in ["6", "13", "14", "new"] { print(line(id, list)) }
            }
        }
        """#
}
