import Dispatch
import Foundation
import Lists
import Logging
import SQLiteStore
import Synchronization

/// Puts one file into one list, as one write.
struct ImportRun {
    let list: ListID
    let file: String
    let format: ImportFormat
    let layout: RowLayout
    let settings: Settings
    let logger: Logger

    /// Reads the file, opens the database and writes.
    ///
    /// - Returns: the line that says what was done.
    func run(ifMissing: Bool = false) throws(CommandFailure) -> String {
        let store = try SQLiteListStore.open(settings, logger: logger)
        defer { store.close() }
        if ifMissing, try exists(in: store) { return "“\(list)” is there already" }
        let content = try read()
        let outcome = try write(content, to: store)
        let counts = "\(Self.count(content.draft.sections.count, "section")), \(Self.count(content.itemCount, "item"))"
        return "imported \(counts) into “\(list)”, version \(outcome.version)\(outcome.isChange ? "" : ", which had them already")"
    }

    private func exists(in store: SQLiteListStore) throws(CommandFailure) -> Bool {
        do {
            _ = try store.snapshot(of: list, at: nil)
            return true
        } catch let error as ListError where error.code == .listNotFound {
            return false
        } catch {
            throw CommandFailure(opening: settings.database, error)
        }
    }

    private func read() throws(CommandFailure) -> ImportedContent {
        let source = ImportFile(path: file)
        let data = try source.read()
        let bar = ProgressBar(total: data.count)
        let reader = ImportReader(format: format, layout: layout, limits: ContentLimits(settings.limits)) { bar.show($0) }
        defer { bar.end() }
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(ImportError) in try reader.read(bytes.bindMemory(to: UInt8.self)) }
        }
        do throws(ImportError) {
            return try result.get()
        } catch {
            throw failure(error.message, line: error.line)
        }
    }

    private func write(_ content: ImportedContent, to store: SQLiteListStore) throws(CommandFailure) -> Outcome {
        let bar = ProgressBar(total: content.itemCount)
        bar.show("writing")
        defer { bar.end() }
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Outcome, any Error>?>(nil)
        store.write(list) { transaction in
            let before = transaction.current?.head.version
            let edit = try transaction.edit()
            try edit.replace(with: content.draft)
            let after = try transaction.commit(edit).head.version
            return Outcome(version: after, isChange: before != after)
        } completion: { outcome in
            result.withLock { $0 = outcome }
            done.signal()
        }
        done.wait()
        do {
            guard let outcome = try result.withLock({ $0 })?.get() else { throw ListError(.unavailable, "nothing was written") }
            return outcome
        } catch let error as ListError {
            throw failure(error.message, line: content.line(of: error.subject))
        } catch {
            throw CommandFailure(opening: settings.database, error)
        }
    }

    private func failure(_ message: String, line: Int?) -> CommandFailure {
        let place = line.map { ":\($0)" } ?? ""
        return CommandFailure(message: "\(ImportFile(path: file).name)\(place): \(message)")
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        let digits = Array(String(number))
        let grouped = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }
        return "\(grouped.joined()) \(noun)\(number == 1 ? "" : "s")"
    }

    /// What a write made.
    private struct Outcome: Sendable {
        let version: Int64
        let isChange: Bool
    }
}
