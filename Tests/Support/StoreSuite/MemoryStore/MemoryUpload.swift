public import Lists
public import Ports
import Synchronization

/// An upload that is kept in memory: for a store that keeps its lists there too.
public final class MemoryUpload: ListUpload {
    private struct State {
        var draft = ListDraft(properties: nil, sections: [])
        /// The line of each section, and of each of its items.
        var lines: [(section: Int, items: [Int])] = []
    }

    private let state = Mutex(State())

    public init() {}

    public func add(_ piece: ContentPiece, line: Int) {
        state.withLock { state in
            switch piece {
            case .properties(let properties): state.draft.properties = properties
            case .section(let section):
                state.draft.sections.append(section)
                state.lines.append((line, []))
            case .item(let item):
                if state.draft.sections.isEmpty {
                    state.draft.sections.append(SectionDraft())
                    state.lines.append((line, []))
                }
                state.draft.sections[state.draft.sections.count - 1].items.append(item)
                state.lines[state.lines.count - 1].items.append(line)
            }
        }
    }

    /// All that was added.
    var draft: ListDraft { state.withLock { $0.draft } }

    /// The line of something in the draft.
    func line(of subject: ListError.Subject?) -> ListError.Subject? {
        state.withLock { state in
            switch subject {
            case .section(let index): .line(state.lines[index].section)
            case .item(let path): .line(state.lines[path.section].items[path.row])
            case .line, .part, nil: subject
            }
        }
    }
}

extension ListEdit {
    /// Replaces the list's whole content by one that is in memory.
    ///
    /// - Throws: As ``ListEdit/replace(with:)``, with the line in an upload; ``ListError`` `unavailable` for the upload of another store.
    public func replace(with content: ListContent) throws {
        switch content {
        case .draft(let draft): try replace(with: draft)
        case .change(let work): try work(self)
        case .upload(let upload):
            guard let upload = upload as? MemoryUpload else { throw ListError(.unavailable, "The upload is another store's.") }
            do {
                try replace(with: upload.draft)
            } catch let error as ListError {
                throw ListError(error.code, error.message, at: upload.line(of: error.subject), of: error.list)
            } catch let error as ItemRuleError {
                throw error.located { upload.line(of: $0) }
            }
        }
    }
}
