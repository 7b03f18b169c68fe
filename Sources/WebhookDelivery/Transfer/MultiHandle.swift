import CCurl
import Foundations

/// libcurl's handle of many transfers, cleaned up when nobody holds it any more.
///
/// One thread uses it, and any thread may ``wake()`` that one.
final class MultiHandle: Sendable {
    /// Other threads call `curl_multi_wakeup` alone, which libcurl allows.
    private let handle: SendablePointer<UnsafeMutableRawPointer>

    var pointer: UnsafeMutableRawPointer { handle.value }

    init() throws(TransferFailure) {
        // libcurl wants the first once, before anything else.
        let isReady = Self.start == CURLE_OK
        guard isReady, let pointer = curl_multi_init() else { throw TransferFailure(message: "libcurl does not start") }
        handle = SendablePointer(pointer)
    }

    deinit {
        curl_multi_cleanup(pointer)
    }

    private static let start = shim_global_init()

    /// Ends a wait, also one that has not begun.
    func wake() {
        curl_multi_wakeup(pointer)
    }
}
