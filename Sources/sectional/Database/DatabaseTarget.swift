import Commands
import Dispatch
import ListAPI
import Lists
import Logging
import Ports
import SQLiteStore
import Settings
import Synchronization
import Wire

/// A database that no server has, for it is locked as long as this lives.
final class DatabaseTarget: ImportTarget {
    private let settings: Settings
    private let store: SQLiteListStore
    let limits: ContentLimits

    init(settings: Settings, logger: Logger) throws(CommandFailure) {
        self.settings = settings
        limits = settings.api.limits
        store = try SQLiteListStore.open(settings.store, logger: logger)
    }

    deinit {
        store.close()
    }

    func has(_ list: ListID) throws(CommandFailure) -> Bool {
        do {
            _ = try store.snapshot(of: list, at: nil)
            return true
        } catch let error as ListError where error.code == .listNotFound {
            return false
        } catch {
            throw CommandFailure(opening: settings.store.path, error)
        }
    }

    func put(_ content: ImportContent, into list: ListID, onlyNew: Bool, progress: any ImportProgress) throws -> ImportOutcome? {
        switch content {
        case .draft(let content): return try replace(list, with: .draft(content.draft), progress) { content.line(of: $0) }
        case .pieces(let pieces): return try replace(list, with: .upload(upload(pieces, progress)), progress, line: Self.line)
        case .export(let input):
            return try replace(list, with: .upload(upload(input, progress)), progress, line: Self.line)
        }
    }

    private func upload(_ pieces: any PieceSource, _ progress: any ImportProgress) throws -> any ListUpload {
        var pieces = pieces
        let upload = try store.makeUpload()
        var count = 0
        while let (piece, line) = try pieces.next() {
            try upload.add(piece, line: line ?? 0)
            count += 1
            if count % 1_024 == 0 { progress.show(pieces.offset) }
        }
        return upload
    }

    private func upload(_ input: ImportInput, _ progress: any ImportProgress) throws -> any ListUpload {
        var reader = ContentLineReader(limits: limits)
        let upload = try store.makeUpload()
        let add = { (piece: ContentPiece, line: Int) in try upload.add(piece, line: line) }
        do {
            while !input.isAtEnd {
                try input.readMore()
                try input.withUnread { bytes in Result { try reader.read(UnsafeRawBufferPointer(bytes), add) } }.get()
                input.consume(input.unreadCount)
                progress.show(input.offset)
                if let problem = reader.problem { throw problem }
            }
            try reader.finish(add)
            if let problem = reader.problem { throw problem }
        } catch let problem as RequestProblem {
            throw ImportError(problem)
        }
        return upload
    }

    private static func line(of subject: ListError.Subject?) -> Int? {
        if case .line(let line) = subject, line > 0 { line } else { nil }
    }

    private func replace(
        _ list: ListID, with content: ListContent, _ progress: any ImportProgress, line: (ListError.Subject?) -> Int?
    ) throws -> ImportOutcome {
        progress.show("writing")
        let before = Mutex<Int64?>(nil)
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<ImportOutcome, any Error>?>(nil)
        store.replace(list, with: content, rules: settings.api.typeRules) { transaction -> ImportOutcome? in
            before.withLock { $0 = transaction.current?.head.version }
            return nil
        } finish: { _, replaced in
            let head = replaced.snapshot.head
            return ImportOutcome(
                version: head.version, sectionCount: head.sectionCount, itemCount: head.itemCount,
                isKnownUnchanged: before.withLock { $0 } == head.version)
        } completion: { outcome in
            result.withLock { $0 = outcome }
            done.signal()
        }
        done.wait()
        do {
            guard let outcome = try result.withLock({ $0 })?.get() else { throw ListError(.unavailable, "nothing was written") }
            return outcome
        } catch let error as ListError {
            throw ImportError(error.message, line: line(error.subject))
        } catch let error as ItemRuleError {
            let shape = if case .draft(let draft) = content { draft.shape } else { ListDraft.Shape.document }
            throw ImportError(RequestProblem(error, in: shape), line: line(error.entries.first?.subject))
        } catch {
            throw CommandFailure(opening: settings.store.path, error)
        }
    }
}
