public import Lists

extension RequestProblem {
    /// The problem of items that are not what the registered types say. Types that are not registered are told before all else.
    ///
    /// - Parameter location: The location in the request of an entry's subject.
    public init(_ error: ItemRuleError, at location: (ItemRuleError.Entry) -> ProblemDetail.Location) {
        if let unchecked = error.entries.first(where: { $0.fault.kind == .unchecked }) {
            self.init(.tooLarge, unchecked.fault.message)
            return
        }
        let unregistered = error.entries.filter { $0.fault.kind == .unregisteredType }
        let entries = unregistered.isEmpty ? error.entries : unregistered
        let errors = entries.map { entry in ProblemDetail(location(entry), entry.fault.message, keyword: entry.fault.keyword) }
        let detail = unregistered.isEmpty ? "A value does not match the schema of its type: " : "A type is not registered. "
        self.init(
            unregistered.isEmpty ? .valueDoesNotMatchType : .unregisteredType,
            detail + (errors.first?.detail ?? ""), errors: errors)
    }

    /// The problem of a document of a list, or of its lines.
    ///
    /// - Parameter shape: How the document is written.
    public init(_ error: ItemRuleError, in shape: ListDraft.Shape) {
        self.init(error) { entry in
            if case .line(let line) = entry.subject { return .inLine(line, pointer: "/item" + entry.fault.pointerInItem) }
            let item = entry.subject.map { DocumentPointer($0, in: shape).text() } ?? ""
            guard shape != .document else { return .pointer(item + entry.fault.pointerInItem) }
            return .pointer(item + entry.fault.pointer)
        }
    }
}

extension ItemFault {
    /// The pointer into an item, `{"type","value"}`.
    fileprivate var pointerInItem: String {
        switch kind {
        case .unregisteredType: "/type"
        case .unchecked: ""
        case .mismatch: "/value" + pointer
        }
    }
}
