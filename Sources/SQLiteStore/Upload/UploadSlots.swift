import Lists
import Synchronization

/// Counts the uploads that are on their way: each holds a file open and some memory, however slowly it comes.
///
/// Any thread may use it.
final class UploadPlaces: Sendable {
    private let limit: Int
    private let taken = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// - Throws: ``ListError`` `overloaded` where as many as may be are on their way.
    func take() throws -> UploadPlace {
        guard taken.wrappingAdd(1, ordering: .relaxed).oldValue < limit else {
            giveBack()
            throw ListError(.overloaded, "Too many uploads are on their way.")
        }
        return UploadPlace(of: self)
    }

    fileprivate func giveBack() { taken.wrappingSubtract(1, ordering: .relaxed) }
}

/// One upload's place, free again when the last reference to it goes.
final class UploadPlace: Sendable {
    private let places: UploadPlaces

    fileprivate init(of places: UploadPlaces) {
        self.places = places
    }

    deinit {
        places.giveBack()
    }
}
