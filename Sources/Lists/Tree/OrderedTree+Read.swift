extension OrderedTree {
    /// The element at `index`. O(log n).
    ///
    /// - Throws: ``ListError`` `indexOutOfRange` unless `0 ≤ index < count`.
    public func element(at index: Int, in storage: any NodeStorage) throws -> Element {
        var node = try node(holding: index, in: storage)
        var rest = index
        while true {
            switch node.content {
            case .leaf(let elements):
                return elements[rest]
            case .inner(let branches):
                let (slot, below) = branches.slot(ofElement: rest)
                node = try Element.node(branches[slot].key, in: storage)
                rest = below
            }
        }
    }

    /// The element at `index` and how many items come before it. O(log n).
    ///
    /// - Throws: ``ListError`` `indexOutOfRange` unless `0 ≤ index < count`.
    public func elementWithItemsBefore(at index: Int, in storage: any NodeStorage) throws -> (element: Element, itemsBefore: Int) {
        var node = try node(holding: index, in: storage)
        var rest = index
        var itemsBefore = 0
        while true {
            switch node.content {
            case .leaf(let elements):
                return (elements[rest], elements[..<rest].reduce(itemsBefore) { $0 + $1.itemCount })
            case .inner(let branches):
                let (slot, below) = branches.slot(ofElement: rest)
                itemsBefore = branches[..<slot].reduce(itemsBefore) { $0 + $1.itemCount }
                node = try Element.node(branches[slot].key, in: storage)
                rest = below
            }
        }
    }

    /// Visits the elements of a range in order, beginning with one descent; O(log n + length). The range is cut to the tree's.
    public func forEach(in range: Range<Int>, of storage: any NodeStorage, _ body: (Element) throws -> Void) throws {
        try forEachLeaf(in: range, of: storage) { elements in
            for element in elements { try body(element) }
        }
    }

    /// Visits the elements of a range a leaf at a time, in order; as ``forEach(in:of:_:)``.
    public func forEachLeaf(in range: Range<Int>, of storage: any NodeStorage, _ body: (ArraySlice<Element>) throws -> Void) throws {
        let range = range.clamped(to: 0..<count)
        guard let root, !range.isEmpty else { return }
        try Element.node(root.key, in: storage).forEachLeaf(in: range, of: storage, body)
    }

    /// Visits the elements in order, as far as the nodes that hold them are newer than a key.
    ///
    /// - Parameter visit: Called before each node that is read.
    func forEach(
        newerThan key: NodeKey, of storage: any NodeStorage, _ visit: () throws -> Void, _ body: (Element) throws -> Void
    ) throws {
        guard let root else { return }
        try Self.forEach(below: root, newerThan: key, of: storage, visit, body)
    }

    private static func forEach(
        below branch: TreeBranch, newerThan key: NodeKey, of storage: any NodeStorage, _ visit: () throws -> Void,
        _ body: (Element) throws -> Void
    ) throws {
        guard branch.key > key else { return }
        try visit()
        switch try Element.node(branch.key, in: storage).content {
        case .leaf(let elements):
            for element in elements { try body(element) }
        case .inner(let branches):
            for branch in branches { try forEach(below: branch, newerThan: key, of: storage, visit, body) }
        }
    }

    /// The elements of a range in order; the range is cut to the tree's.
    public func elements(in range: Range<Int>, of storage: any NodeStorage) throws -> [Element] {
        let range = range.clamped(to: 0..<count)
        var elements: [Element] = []
        elements.reserveCapacity(range.count)
        try forEach(in: range, of: storage) { elements.append($0) }
        return elements
    }

    /// The element that holds the item at a flat position, its index, and how many items come before it; `nil` past the last item.
    /// Elements without items are passed over. O(log n).
    public func element(
        holdingItem position: Int, in storage: any NodeStorage
    ) throws -> (element: Element, index: Int, itemsBefore: Int)? {
        guard let root, position >= 0, position < itemCount else { return nil }
        var node = try Element.node(root.key, in: storage)
        var index = 0
        var itemsBefore = 0
        while true {
            switch node.content {
            case .leaf(let elements):
                for element in elements {
                    if position < itemsBefore + element.itemCount { return (element, index, itemsBefore) }
                    itemsBefore += element.itemCount
                    index += 1
                }
                return nil
            case .inner(let branches):
                guard
                    let next = branches.first(where: { branch in
                        if position < itemsBefore + branch.itemCount { return true }
                        itemsBefore += branch.itemCount
                        index += branch.count
                        return false
                    })
                else { return nil }
                node = try Element.node(next.key, in: storage)
            }
        }
    }

    /// The element at the end of a path of numbers, its index, and how many items come before it. O(log n).
    ///
    /// - Parameter path: The numbers of the nodes from the root down to a leaf, then the element's, then anything.
    /// - Returns: `nil` if the tree has no such path; else also what is left of the path below the element.
    public func find(_ path: ArraySlice<Number>, in storage: any NodeStorage) throws -> TreePosition<Element>? {
        guard let root, path.first == root.number else { return nil }
        var node = try Element.node(root.key, in: storage)
        var rest = path.dropFirst()
        var index = 0
        var itemsBefore = 0
        while let number = rest.popFirst() {
            switch node.content {
            case .leaf(let elements):
                for element in elements {
                    if element.number == number {
                        return TreePosition(element: element, index: index, itemsBefore: itemsBefore, rest: rest)
                    }
                    index += 1
                    itemsBefore += element.itemCount
                }
                return nil
            case .inner(let branches):
                guard
                    let next = branches.first(where: { branch in
                        if branch.number == number { return true }
                        index += branch.count
                        itemsBefore += branch.itemCount
                        return false
                    })
                else { return nil }
                node = try Element.node(next.key, in: storage)
            }
        }
        return nil
    }
}

/// The position of an element in a tree.
public struct TreePosition<Element: TreeElement>: Sendable {
    public let element: Element
    public let index: Int
    /// Items of the elements before it.
    public let itemsBefore: Int
    /// The rest of the path below the element.
    public let rest: ArraySlice<Number>
}

extension TreeNode {
    fileprivate func forEachLeaf(
        in range: Range<Int>, of storage: any NodeStorage, _ body: (ArraySlice<Element>) throws -> Void
    ) throws {
        switch content {
        case .leaf(let elements):
            try body(elements[range])
        case .inner(let branches):
            var start = 0
            for branch in branches {
                let end = start + branch.count
                if end > range.lowerBound {
                    guard start < range.upperBound else { return }
                    let part = (start..<end).clamped(to: range)
                    let child = try Element.node(branch.key, in: storage)
                    try child.forEachLeaf(in: (part.lowerBound - start)..<(part.upperBound - start), of: storage, body)
                }
                start = end
            }
        }
    }
}
