import TestSupport

@testable import Lists

/// One random change of a ``TokenList``, as a kind and a seed, so that it can be applied to any list and a failing run can be shortened.
struct TokenEdit: CustomStringConvertible {
    enum Kind: Int, CaseIterable {
        case insertItems, deleteItems, changeItem, changeMany, moveItems, rotate, reverse, shuffle, thinOut, interleave
        case insertSection, deleteSection, moveSection, swapItems, emptySection, changeHeader, clear
        /// Writes what the list has become by a replacement, staged and not.
        case replace
        /// As before, then does something to the list with an ordinary edit.
        case insertOne, deleteOne, moveOne
    }
    let kind: Kind
    let seed: UInt64

    init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        self.seed = seed
    }

    static func random(using random: inout SeededGenerator) -> Self {
        let kinds = Kind.allCases
        return switch random.below(20) {
        case 0..<6: TokenEdit(.replace, seed: random.next())
        case 6..<9: TokenEdit([.insertItems, .deleteItems, .changeItem, .moveItems, .insertSection][random.below(5)], seed: random.next())
        case 9: TokenEdit(random.below(4) == 0 ? .clear : .insertSection, seed: random.next())
        default: TokenEdit(kinds.filter { $0 != .clear }[random.below(kinds.count - 1)], seed: random.next())
        }
    }

    var description: String { "\(kind)(\(seed))" }

    /// Sizes around those of nodes and of trees of nodes.
    private static let sizes = [0, 1, 1, 2, 3, 7, 15, 16, 17, 32, 47, 48, 49, 63, 64, 65, 96, 97, 128, 129, 200, 500, 800, 1_600]

    func apply(to list: inout TokenList) {
        var random = SeededGenerator(seed: seed)
        let count = list.sections.count
        if kind == .insertSection || count == 0 {
            guard count < 20, kind != .clear else { return }
            let size = random.below(30) == 0 ? 64 * 64 + random.below(3) - 1 : Self.sizes[random.below(Self.sizes.count)]
            guard list.itemCount + size <= 6_000 else { return }
            return list.insertSection(size, at: random.bias(below: count + 1))
        }
        let section = random.below(count)
        let other = random.below(count)
        let length = list.sections[section].items.count
        // Often at the border of two nodes of a bulk build.
        let start = random.below(3) == 0 ? min(length, TreeShape.bulk * random.below(10)) : random.bias(below: length + 1)
        let end = min(length, start + Self.sizes[random.below(Self.sizes.count)])
        switch kind {
        case .insertItems:
            guard list.itemCount <= 5_000 else { return }
            let items = list.newItems(Self.sizes[random.below(Self.sizes.count)])
            list.change { $0[section].items.insert(contentsOf: items, at: start) }
        case .deleteItems: list.change { $0[section].items.removeSubrange(start..<end) }
        case .changeItem: list.change { if start < length { $0[section].items[start].value += 1 } }
        case .changeMany:
            let step = 1 + random.below(100)
            list.change { for index in stride(from: start, to: length, by: step) { $0[section].items[index].value += 1 } }
        case .moveItems:
            list.change {
                let moved = $0[section].items[start..<end]
                $0[section].items.removeSubrange(start..<end)
                $0[other].items.insert(contentsOf: moved, at: random.bias(below: $0[other].items.count + 1))
            }
        case .rotate: list.change { $0[section].items = Array($0[section].items[start...] + $0[section].items[..<start]) }
        case .reverse: list.change { $0[section].items[start..<end].reverse() }
        case .shuffle: list.change { $0[section].items[start..<end].shuffle(using: &random) }
        case .thinOut:
            let step = 2 + random.below(40)
            let keeps = random.below(2) == 0
            list.change { sections in
                let items = sections[section].items.enumerated()
                sections[section].items = items.filter { ($0.offset % step == 0) == keeps }.map(\.element)
            }
        case .interleave:
            guard section != other else { return }
            list.change { sections in
                let (left, right) = (sections[section].items, sections[other].items)
                sections[other].items = []
                sections[section].items = (0..<max(left.count, right.count)).flatMap {
                    left.dropFirst($0).prefix(1) + right.dropFirst($0).prefix(1)
                }
            }
        case .deleteSection: list.change { $0.remove(at: section) }
        case .moveSection: list.change { $0.insert($0.remove(at: section), at: other) }
        case .swapItems:
            list.change { sections in
                let items = sections[section].items
                sections[section].items = sections[other].items
                sections[other].items = items
            }
        case .emptySection:
            list.change { sections in
                let items = sections[section].items
                sections[section].items = []
                if section != other { sections[other].items += items }
            }
        case .changeHeader: list.change { $0[section].header += 1 }
        case .clear: list.change { $0 = [] }
        case .insertSection, .replace, .insertOne, .deleteOne, .moveOne: break
        }
    }
}
