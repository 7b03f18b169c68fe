import Dispatch
import Foundation
import JSON
import Lists
import Logging
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport

/// A store in a folder of its own, for lists and views of them.
final class ViewStore {
    let store: SQLiteListStore
    let clock = TestClock()
    private let folder: URL

    init(_ adjust: (inout SQLiteStoreConfiguration) -> Void = { _ in }) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = SQLiteStoreConfiguration(path: folder.appendingPathComponent("lists.db").path)
        adjust(&configuration)
        store = try SQLiteListStore(
            configuration: configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            describeList: ConformanceCheck.describe, now: { [clock] in clock.now }
        ) { [clock] in
            UUIDv7Source(now: { clock.now }, random: { .random(in: .min ... .max) })
        }
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    var path: String { store.madeDatabase ?? "" }

    /// Makes a view, or defines it anew.
    @discardableResult
    func define(_ view: ListID, _ text: ViewText, title: String? = nil) throws -> ListSnapshot {
        try store.writeAndWait(view) { transaction in
            let edit = try transaction.edit()
            edit.setProperties(ListProperties(title: title, view: text))
            return try transaction.commit(edit)
        }
    }

    /// Has writes wait until all of them are there, so that they are committed together.
    func together(_ id: ListID, _ contents: [ListModel?]) throws {
        let (begun, goes) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let group = DispatchGroup()
        let failure = Mutex<(any Error)?>(nil)
        store.write(try listID("gate")) { _ in
            begun.signal()
            goes.wait()
        } completion: { _ in
        }
        begun.wait()
        for content in contents {
            group.enter()
            let end = { @Sendable (error: (any Error)?) in
                if let error { failure.withLock { $0 = error } }
                group.leave()
            }
            if let content {
                store.replace(
                    id, with: .draft(content.draft), begin: { _ in nil }, finish: { _, _ in () },
                    completion: { result in end(result.failure) })
            } else {
                store.write(id) { transaction in
                    if transaction.current != nil { try transaction.delete() }
                } completion: {
                    end($0.failure)
                }
            }
        }
        goes.signal()
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// A list id that is known to be one.
func listID(_ text: String) throws -> ListID {
    guard let id = ListID(text) else { throw CocoaError(.formatting) }
    return id
}
