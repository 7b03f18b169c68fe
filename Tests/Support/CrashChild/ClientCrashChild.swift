import Foundation
import SectionalClient
import TestSupport

/// An app with one screen and a cache, which a test kills and starts again.
///
///     CrashChild client PORT FOLDER write     shows the list "a", prints "loaded", waits for the file FOLDER/go, edits three rows, prints "written"
///     CrashChild client PORT FOLDER edit      edits rows at random until it is killed (``RandomEdits``); prints what goes wrong
///     CrashChild client PORT FOLDER settle    waits for the answers to all of that, prints "settled" and what each row shows
///     CrashChild client PORT FOLDER read      shows the list with those edits, offline, prints "shown"; prints "answered" when each has its answer
///
/// After that it waits to be killed.
@MainActor
struct ClientCrashChild {
    private let provider: RemoteDataProvider<Reading>
    private let view: StrictListView<RemoteDataProvider<Reading>>
    private let folder: URL
    private let edits: RandomEdits

    static func main(_ arguments: [String]) async throws {
        guard arguments.count == 3, let base = URL(string: "http://127.0.0.1:\(arguments[0])") else { exit(2) }
        let child = ClientCrashChild(base, folder: URL(fileURLWithPath: arguments[1]))
        let screen = Task { @MainActor in
            for await update in child.provider.changes {
                child.view.show(update)
                child.edits.check()
                if case .refused(let refusal) = update { say("refused: \(refusal.failure)") }
            }
        }
        child.provider.start()
        switch arguments[2] {
        case "write": try await child.write()
        case "edit": try await child.edits.run()
        case "settle": try await child.edits.settle()
        default: try await child.read()
        }
        await screen.value
    }

    private init(_ base: URL, folder: URL) {
        var options = ListOptions()
        options.cache = ListCache(folder: folder)
        self.folder = folder
        provider = RemoteDataProvider(SectionalService(base, transport: URLSessionTransport()), list: "a", options: options)
        view = StrictListView(provider)
        edits = RandomEdits(provider, in: folder)
    }

    private func write() async throws {
        try await wait { provider.state == .live && rows.allSatisfy { provider.row(at: $0) != nil } }
        await provider.flush()
        Self.say("loaded")
        try await wait { FileManager.default.fileExists(atPath: folder.appendingPathComponent("go").path) }
        for (number, row) in rows.enumerated() {
            Task { try await provider.updateItem(at: row, value: Reading.left(number)) }
        }
        try await wait { showsEdits }
        Self.say("written")
    }

    private func read() async throws {
        try await wait {
            guard case .offline = provider.state, provider.numberOfSections() > 0 else { return false }
            return showsEdits && rows.allSatisfy { provider.row(at: $0)?.isPending == true }
        }
        Self.say("shown")
        // Nothing else tells an app that it is online again.
        try await wait {
            provider.reconnect()
            return rows.allSatisfy { provider.row(at: $0)?.isPending == false }
        }
        Self.say(showsEdits && view.violations.isEmpty ? "answered" : "shows \(rows.map { provider.item(at: $0) }), \(view.violations)")
    }

    private let rows: [IndexPath] = [[0, 0], [0, 1], [0, 2]]

    private var showsEdits: Bool {
        rows.enumerated().allSatisfy { number, row in provider.item(at: row) == Reading.left(number) }
    }

    private func wait(until holds: () -> Bool) async throws {
        while !holds() { try await Task.sleep(for: .milliseconds(20)) }
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
