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

    /// An error about the draft as one about what the client sent.
    func located(_ error: ListError) -> ListError {
        state.withLock { state in
            switch error.subject {
            case .section(let index): ListError(error.code, error.message, at: .line(state.lines[index].section))
            case .item(let path): ListError(error.code, error.message, at: .line(state.lines[path.section].items[path.row]))
            case .line, nil: error
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
        case .upload(let upload):
            guard let upload = upload as? MemoryUpload else { throw ListError(.unavailable, "The upload is another store's.") }
            do { try replace(with: upload.draft) } catch let error as ListError { throw upload.located(error) }
        }
    }
}
