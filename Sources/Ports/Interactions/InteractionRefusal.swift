package import Lists

/// What a store says where interactions can't be read back.
package enum InteractionRefusal {
    package static func gone(after sequence: Int64, of id: ListID) -> ListError {
        ListError(.interactionGone, "The interactions of list '\(id)' that follow number \(sequence) are no longer kept.")
    }
}
