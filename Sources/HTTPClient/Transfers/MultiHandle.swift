import CCurl
import Foundations

/// libcurl's handle of many transfers, cleaned up when nobody holds it any more.
///
/// One thread uses it, and any thread may ``wake()`` that one.
public final class MultiHandle: Sendable {
    /// Other threads call `curl_multi_wakeup` alone, which libcurl allows.
    private let handle: SendablePointer<UnsafeMutableRawPointer>

    var pointer: UnsafeMutableRawPointer { handle.value }

    public init() throws(TransferFailure) {
        guard EasyHandle.isStarted, let pointer = curl_multi_init() else { throw TransferFailure(message: "libcurl does not start") }
        handle = SendablePointer(pointer)
    }

    deinit {
        curl_multi_cleanup(pointer)
    }

    /// Ends a wait, also one that has not begun.
    public func wake() {
        curl_multi_wakeup(pointer)
    }
}
