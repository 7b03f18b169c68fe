import CellTypes
import Foundations
import HTTPServing

/// The key by which a GET finds its response, beside the list's version. Its parts are hashed once.
struct ResponseKey: Hashable, Sendable {
    /// The bytes of the request's target.
    private let target: [UInt8]
    private let variant: ResponseVariant
    /// The hash of all.
    let digest: ResponseDigest

    init(target: RequestTarget, acceptsGzip: Bool, registry: Int64, accepted: AcceptedCellTypes?) {
        let bytes = Array(target.raw.utf8)
        let variant = ResponseVariant(acceptsGzip: acceptsGzip, registry: registry, accepted: accepted)
        self.target = bytes
        self.variant = variant
        digest = bytes.withUnsafeBytes { ResponseDigest(target: $0, variant) }
    }

    init(target: RequestTarget, acceptsGzip: Bool, _ cells: CellPresentation) {
        self.init(target: target, acceptsGzip: acceptsGzip, registry: cells.registry.version, accepted: cells.accepted)
    }

    /// Whether this is the key of a target in a variant.
    func isKey(of target: UnsafeRawBufferPointer, _ variant: ResponseVariant) -> Bool {
        self.variant == variant && self.target.withUnsafeBytes { Bytes.areEqual($0, target) }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// Bytes that the target and the cell types take, about, to be counted with the response.
    var byteCount: Int { 32 + target.count + (variant.accepted?.byteCount ?? 0) }
}

/// The parts of a request beside its target that a response depends on.
struct ResponseVariant: Hashable, Sendable {
    let acceptsGzip: Bool
    /// The version of the cell types that it is shown by: what was made before a type changed is not found any more.
    let registry: Int64
    /// The cell types that the client knows; `nil` where it does not say.
    let accepted: AcceptedCellTypes?
}

/// The hash of a ``ResponseKey``: what its response is found by, before the keys are compared.
struct ResponseDigest: CacheKey {
    private let value: UInt64

    init(target: UnsafeRawBufferPointer, _ variant: ResponseVariant) {
        var number = UInt64(truncatingIfNeeded: variant.registry) << 1 | (variant.acceptsGzip ? 1 : 0)
        if let accepted = variant.accepted { number ^= UInt64(truncatingIfNeeded: accepted.hashValue) | 1 << 63 }
        value = SeededHash.hash(target, number)
    }

    var spread: UInt64 { value }

    /// It is a hash by itself, with a seed of the process.
    func _rawHashValue(seed: Int) -> Int { Int(truncatingIfNeeded: value) ^ seed }
}
