public import Lists

/// Lays out the JSON text of a list: the data of a ``EventType/listCreated``, which a store writes into the transaction that makes the list.
///
/// Called on the store's writer, and only where some webhook wants to hear of it; given the list's first version. It reads no more than the
/// list's head.
public typealias ListDescription = @Sendable (ListSnapshot) -> [UInt8]
