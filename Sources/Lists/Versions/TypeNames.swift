/// The names of cell types that a list has used, by the numbers that its leaves hold. It only grows, within one incarnation of a list.
public struct TypeNames: Sendable {
    /// Names by number; the first has the number 1.
    public private(set) var names: [String] = []
    private var numbers: [Identifier: Int32] = [:]

    public init(_ names: [String] = []) {
        for name in names { _ = number(of: name) }
    }

    /// The name of a type number; `nil` for 0, an item without a type.
    public subscript(_ number: Int32) -> String? {
        number > 0 && Int(number) <= names.count ? names[Int(number) - 1] : nil
    }

    /// The number of a name; `nil` where the list has never used it.
    public func existingNumber(of name: String) -> Int32? { numbers[Identifier(verbatim: name)] }

    /// The number of a name, given to it now if it is new.
    public mutating func number(of name: String) -> Int32 {
        let key = Identifier(verbatim: name)
        if let number = numbers[key] { return number }
        names.append(name)
        let number = Int32(names.count)
        numbers[key] = number
        return number
    }
}
