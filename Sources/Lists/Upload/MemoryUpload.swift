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
            case .line, .part, nil: error
            }
        }
    }
}
