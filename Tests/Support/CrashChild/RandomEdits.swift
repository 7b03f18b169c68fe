import Foundation
import SectionalClient
import TestSupport

/// A hand that edits the first rows of a list at random, and eyes that see whether a row ever shows less than was written to it.
///
/// Each value of a row is one more than the last. The journal has a line before an edit, `tried ID N`, and one when the screen has it,
/// `made ID N`: from then on the row shows N or more, over all lives of the app, whatever it is killed in.
@MainActor
final class RandomEdits {
    private let provider: RemoteDataProvider<Reading>
    private let journal: FileHandle
    private var tried: [String: Int] = [:]
    private var made: [String: Int] = [:]
    private let rows: [IndexPath] = (0..<5).map { [0, $0] }

    init(_ provider: RemoteDataProvider<Reading>, journal url: URL) {
        self.provider = provider
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, let number = Int(words[2]) else { continue }
            if words[0] == "tried" { tried[String(words[1])] = number } else { made[String(words[1])] = number }
        }
        let descriptor = open(url.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        journal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func run() async throws {
        while true {
            for _ in 0..<Int.random(in: 1...3) { try await edit() }
            switch Int.random(in: 0..<40) {
            case 0..<4: await provider.flush()
            case 4:
                provider.stop()
                provider.start()
            case 5..<10: provider.reconnect()
            default: break
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<50)))
        }
    }

    /// Says what every row shows when the server has all.
    func settle() async throws {
        while true {
            try await Task.sleep(for: .milliseconds(20))
            provider.reconnect()
            let shown = rows.map { provider.row(at: $0) }
            guard provider.state == .live, shown.allSatisfy({ $0?.isPending == false }) else { continue }
            check()
            return ClientCrashChild.say("settled " + shown.map { "\($0?.value?.n ?? -1)" }.joined(separator: " "))
        }
    }

    func check() {
        for path in rows {
            guard let row = provider.loadedRow(at: path), let value = row.value else { continue }
            let (least, most) = (made[row.id] ?? 0, tried[row.id] ?? 100)
            if value.n < least || value.n > most { ClientCrashChild.say("\(row.id) shows \(value.n), not \(least)...\(most)") }
        }
    }

    private func edit() async throws {
        guard let path = rows.randomElement(), let row = provider.row(at: path), var value = row.value else { return }
        let number = (tried[row.id] ?? 100) + 1
        value.n = number
        tried[row.id] = number
        write("tried \(row.id) \(number)")
        let kind = Int.random(in: 0..<10)
        let written = value
        Task {
            do {
                switch kind {
                // Shown when the server's change comes.
                case 0: try await provider.batch { try $0.update(path, value: written) }
                case 1: try await provider.replace(row, value: written)
                default: try await provider.update(row, value: written)
                }
            } catch {
                ClientCrashChild.say("refused \(row.id) \(number): \(error)")
            }
        }
        guard kind != 0 else { return }
        while provider.loadedRow(at: path)?.value.map({ $0.n < number }) ?? true { try await Task.sleep(for: .milliseconds(1)) }
        made[row.id] = number
        write("made \(row.id) \(number)")
        check()
    }

    private func write(_ line: String) { try? journal.write(contentsOf: Data((line + "\n").utf8)) }
}
