public import Lists
public import Ports

extension SQLiteListStore {
    public func pin(_ version: Int64, ofList number: Int64) -> VersionPin {
        let pin = pins.pin(version, ofList: number, at: now())
        guard let view = publishedViews.index[number], let source = try? origin(of: view, version) else { return pin }
        let other = pins.pin(source.version, ofList: source.list, at: now())
        return VersionPin {
            pin.release()
            other.release()
        }
    }

    public func views(of source: ListID) throws -> [ListID] {
        publishedViews.index.views(of: source).map(\.id).sorted()
    }

    public func viewStatus(of id: ListID) throws -> ViewStatus? {
        let known = try snapshot(of: id, at: nil).head
        guard let text = known.properties.view else { return nil }
        // It is looked at before the head: a view that is up to date can be seen before that is told.
        let shown = publishedViews.index[known.number]
        // The source is looked at first: a view that is read afterwards shows what was there, or more.
        let source = try head(of: text.source)
        let snapshot = try snapshot(of: id, at: nil)
        guard snapshot.head.properties.view?.source == text.source, let view = publishedViews.index[snapshot.head.number] else {
            // It was deleted meanwhile.
            throw ListError.notFound(id)
        }
        guard shown?.behind == view.behind else { return try viewStatus(of: id) }
        if let behind = view.behind { return ViewStatus(head: snapshot, source: behind > 0 ? behind : nil, isCurrent: false) }
        let made = try records.withReader { try $0.source(of: snapshot.head.number, at: snapshot.version) }
        guard let source else {
            // A list that has been made meanwhile is shown at least as far as the view was made for it.
            return ViewStatus(head: snapshot, source: try head(of: text.source) == nil ? nil : made, isCurrent: true)
        }
        return ViewStatus(head: snapshot, source: max(source.version, made ?? 0), isCurrent: true)
    }

    /// The head of a list that is no view; `nil` where there is none.
    private func head(of id: ListID) throws -> ListHead? {
        do {
            let head = try snapshot(of: id, at: nil).head
            return head.properties.view == nil ? head : nil
        } catch let error as ListError where error.code == .listNotFound {
            return nil
        }
    }

    /// The source's version that a view's version was made for; `nil` for none.
    private func origin(of view: ViewIndex.View, _ version: Int64) throws -> (list: Int64, version: Int64)? {
        try records.withReader { reader in
            guard let source = try reader.source(of: view.list, at: version), let row = try reader.newestIncarnation(of: view.source.text)
            else { return nil }
            return (row.number, source)
        }
    }
}
