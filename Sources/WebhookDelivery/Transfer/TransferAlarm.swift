import CCurl
import Synchronization

/// Ends the engine's wait from any thread, also before it has begun; once the engine is gone it does nothing.
final class TransferAlarm: Sendable {
    /// libcurl's handle, as a number; of its functions this one alone may be called from other threads.
    private let multi: Mutex<UInt?>

    init(_ multi: UnsafeMutableRawPointer) {
        self.multi = Mutex(UInt(bitPattern: multi))
    }

    func ring() {
        multi.withLock { multi in
            guard let multi, let handle = UnsafeMutableRawPointer(bitPattern: multi) else { return }
            curl_multi_wakeup(handle)
        }
    }

    /// Makes it do nothing from now on.
    func disconnect() {
        multi.withLock { $0 = nil }
    }
}
