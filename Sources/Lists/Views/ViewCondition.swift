import JSON

/// A condition of a view's items.
indirect enum ViewCondition: Sendable {
    case all([ViewCondition])
    case any([ViewCondition])
    case not(ViewCondition)
    case test(ViewTest)

    /// Whether a test is one of the item's section.
    var looksAtSections: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.looksAtSections }
        case .not(let part): part.looksAtSections
        case .test(let test): if case .property(.section) = test.subject { true } else { false }
        }
    }
}

/// One test of an item.
struct ViewTest: Sendable {
    /// The thing that is tested.
    enum Subject: Sendable {
        /// The part of the item's value that a pointer finds, by the place of the pointer.
        case value(Int)
        case property(Property)
    }

    /// A property of the item.
    enum Property: String, ExactName, Sendable {
        case id, type
        /// The id of its section in the source.
        case section
    }

    /// Comparisons are those of RFC 9535, 2.3.5.2.2. An order between anything but two numbers or two strings does not hold.
    enum Comparison: Sendable {
        case equals(ViewOperand)
        case isIn([ViewOperand])
        case order(Order, ViewOperand)
        /// An array has an element that is equal to it.
        case contains(ViewOperand)
        case exists(Bool)
    }

    enum Order: String, Sendable {
        case less, atMost, greater, atLeast

        /// Whether it holds of two things that were compared.
        ///
        /// - Parameter comparison: Below 0 where the first comes before the second, 0 where they are equal.
        func holds(_ comparison: Int) -> Bool {
            switch self {
            case .less: comparison < 0
            case .atMost: comparison <= 0
            case .greater: comparison > 0
            case .atLeast: comparison >= 0
            }
        }
    }

    let subject: Subject
    let comparison: Comparison
}
