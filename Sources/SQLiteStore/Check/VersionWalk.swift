import JSON
import Lists

/// Walks the trees of a list's versions, from the newest to the oldest, and looks at each node once.
struct VersionWalk {
    /// A node that was looked at: what its parents should say of it.
    private struct Known {
        let number: Number
        let count: Int
        let itemCount: Int
        let height: Int
    }

    private let list: Int64
    /// Whether the list is a view, whose items have revisions of another list.
    private let isView: Bool
    private let reader: RecordReader
    private let find: (String) -> Void
    private var known: [NodeKey: Known] = [:]
    private var version: Int64 = 0
    private var items = 0
    private let newest: Int64
    /// The records of the newest version.
    private(set) var reached = RecordTally()
    private var progress: (Int) -> Void = { _ in }

    /// - Parameter find: Called with each thing that is wrong.
    init(_ row: IncarnationRow, isView: Bool, reader: RecordReader, find: @escaping (String) -> Void) {
        list = row.number
        self.isView = isView
        newest = row.head
        self.reader = reader
        self.find = find
    }

    /// Checks what a version has and those that were checked before do not.
    ///
    /// - Parameter progress: Called with the number of items checked so far.
    mutating func check(_ head: ListHead, progress: @escaping (Int) -> Void) throws {
        version = head.version
        self.progress = progress
        reach(head.propertiesKey)
        guard let root = head.sections.root else { return }
        try checkParent(of: root.number, head.sections.owner)
        _ = try checkSections(root)
    }

    /// - Returns: The node's height; `nil` where it can't be read.
    private mutating func checkSections(_ branch: TreeBranch) throws -> Int? {
        if let height = checkKnown(branch) { return height }
        guard let node = try read(branch.key, { try TreeNode.sections(key: branch.key, stored: $0) }) else { return nil }
        try note(node, as: branch)
        switch node.content {
        case .inner(let branches):
            for child in branches {
                let height = try checkSections(child)
                checkHeight(height, of: child, below: node.key, node.height)
            }
        case .leaf(let sections):
            for section in sections { try checkSection(section, in: node.number) }
        }
        return node.height
    }

    private mutating func checkSection(_ section: SectionEntry, in leaf: Number) throws {
        do {
            if let revision = try reader.sections.readSections([section.revision]).first {
                if revision.number != section.number { find("revision \(section.revision) is of section \(revision.number)") }
                try checkName(revision.id, .section, section.number)
                let content = revision.content
                for (part, value) in [("header", content.header), ("footer", content.footer), ("metadata", content.metadata)]
                where !value.isWellFormed { find("the \(part) of section “\(revision.id)” is no JSON") }
            }
        } catch is MissingRecord {
            find("the revision \(section.revision) of section \(section.number) is missing")
        } catch is NodeCorruption {
            find("the revision \(section.revision) of section \(section.number) is damaged")
        }
        reach(section.revision)
        guard let root = section.items.root else { return }
        try checkParent(of: root.number, section.number)
        _ = try checkItems(root)
    }

    private mutating func checkItems(_ branch: TreeBranch) throws -> Int? {
        if let height = checkKnown(branch) { return height }
        guard let node = try read(branch.key, { try TreeNode.items(key: branch.key, stored: $0) }) else { return nil }
        try note(node, as: branch)
        switch node.content {
        case .inner(let branches):
            for child in branches {
                let height = try checkItems(child)
                checkHeight(height, of: child, below: node.key, node.height)
            }
        case .leaf(let entries):
            try checkRevisions(entries)
            if !isView { for entry in entries { reach(entry.revision) } }
            items += entries.count
            progress(items)
        }
        return node.height
    }

    private func checkRevisions(_ entries: [ItemEntry]) throws {
        do {
            var ids: [Identifier] = []
            try reader.items.readItems(entries.map(\.revision)) { index, item in
                if item.number != entries[index].number, !isView { find("revision \(entries[index].revision) is of item \(item.number)") }
                let id = Identifier(verbatim: String(decoding: item.id, as: UTF8.self))
                ids.append(id)
                do { _ = try JSONText(validating: [UInt8](item.value)) } catch { find("the value of item “\(id)” is no JSON") }
            }
            for (entry, id) in zip(entries, ids) { try checkName(id, .item, entry.number) }
        } catch let missing as MissingRecord {
            find("the revision \(missing.key) of an item is missing")
        } catch is NodeCorruption {
            find("a revision of an item of \(entries.first?.revision ?? 0) and those beside it is damaged")
        }
    }

    /// Takes in a record that a version has and those that were checked before do not.
    private mutating func reach(_ key: Int64) {
        if version == newest { reached.add(key) }
    }

    private func checkName(_ id: Identifier, _ kind: NameKind, _ number: Number) throws {
        let found = try reader.number(of: id, kind: kind, in: list)
        guard found != number else { return }
        find("the id “\(id)” leads to \(found.map { "number \($0)" } ?? "nothing") instead of \(number)")
    }

    private func checkParent(of number: Number, _ parent: Number) throws {
        let found = try reader.parent(of: number, at: version)
        guard found != parent else { return }
        find("the placement of \(number) leads to \(found.map { "\($0)" } ?? "nothing") instead of \(parent)")
    }

    /// - Returns: The height of a node that was looked at before.
    private func checkKnown(_ branch: TreeBranch) -> Int? {
        guard let node = known[branch.key] else { return nil }
        if node.number != branch.number || node.count != branch.count || node.itemCount != branch.itemCount {
            find("node \(branch.key) is not what its parent says it is")
        }
        return node.height
    }

    private func checkHeight(_ height: Int?, of child: TreeBranch, below parent: NodeKey, _ parentHeight: Int) {
        if let height, height != parentHeight - 1 {
            find("node \(child.key) has the height \(height) below node \(parent) with \(parentHeight)")
        }
    }

    /// Reads a node; `nil` where it is missing or damaged.
    private func read<Node>(_ key: NodeKey, _ decode: (UnsafeRawBufferPointer) throws -> Node) throws -> Node? {
        do {
            return try reader.node(key, decode)
        } catch is MissingRecord {
            find("node \(key) is missing")
        } catch is NodeCorruption {
            find("node \(key) is damaged")
        }
        return nil
    }

    /// Takes in a node that is looked at for the first time, and checks where what it holds stands.
    private mutating func note<Element>(_ node: TreeNode<Element>, as branch: TreeBranch) throws {
        known[node.key] = Known(number: node.number, count: node.count, itemCount: node.itemCount, height: node.height)
        _ = checkKnown(branch)
        reach(node.key)
        if node.slotCount == 0 { find("node \(node.key) is empty") }
        switch node.content {
        case .inner(let branches):
            for child in branches { try checkParent(of: child.number, node.number) }
        case .leaf(let elements):
            for element in elements { try checkParent(of: element.number, node.number) }
        }
    }
}

extension JSONText {
    /// Whether the text is JSON, as it was when it was stored.
    var isWellFormed: Bool { (try? JSONText(validating: text)) != nil }
}
