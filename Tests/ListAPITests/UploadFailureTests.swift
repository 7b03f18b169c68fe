import HTTPServing
import HTTPTypes
import Lists
import Logging
import Ports
import Synchronization
import TestSupport
import Testing
@testable import ListAPI

@Suite("An upload that can't be kept")
struct UploadFailureTests {
    /// A place with room for some pieces.
    private final class SmallUpload: ListUpload {
        struct DiskFull: Error {}

        private let room: Mutex<Int>
        private let error: any Error

        init(room: Int, error: any Error) {
            self.room = Mutex(room)
            self.error = error
        }

        func add(_ piece: ContentPiece, line: Int) throws {
            try room.withLock { room in
                room -= 1
                if room < 0 { throw error }
            }
        }
    }

    private static let request = Request(method: .put, target: RequestTarget("/lists/l"), headers: HTTPFields(), id: "r")

    private func makeReceiver(_ upload: any ListUpload) -> UploadReceiver {
        let failures = FailureReporter(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) { _ in .unknown }
        return UploadReceiver(CollectedLines(in: upload, limits: ContentLimits(), keyed: nil), permit: nil) { error in
            failures.response(to: error, Self.request)
        } replace: { _, _, _ in
            .response(Response(status: .ok))
        }
    }

    @Test("is answered with 503 at the line that does not fit", arguments: [true, false])
    func full(isKnown: Bool) async {
        let error: any Error = isKnown ? ListError(.unavailable, "The store closes.") : SmallUpload.DiskFull()
        let line = Array("{\"item\":{\"value\":1}}\n".utf8)
        let receiver = makeReceiver(SmallUpload(room: 2, error: error))
        let statuses = (0..<3).map { _ in line.withUnsafeBytes { receiver.receive($0) }?.status }
        #expect(statuses == [nil, nil, .serviceUnavailable])
        let last = makeReceiver(SmallUpload(room: 0, error: error))
        #expect(line.dropLast().withUnsafeBytes { last.receive($0) } == nil)
        let response = await last.finish().response()
        #expect(response.status == .serviceUnavailable && response[.retryAfter] == "1")
    }

    @Test("is let go when the client leaves, or when a line is refused")
    func released() {
        let bad = Array("5\n".utf8)
        for ending in ["cancel", "problem", "syntax", "finish"] {
            var upload: SmallUpload? = SmallUpload(room: 9, error: SmallUpload.DiskFull())
            weak let kept = upload
            let receiver = upload.map { makeReceiver($0) }
            upload = nil
            #expect(kept != nil)
            switch ending {
            case "cancel": receiver?.cancel()
            case "problem": _ = bad.withUnsafeBytes { receiver?.receive($0) }
            case "syntax": _ = Array("{\n".utf8).withUnsafeBytes { receiver?.receive($0) }
            default: _ = receiver?.finish()
            }
            #expect(kept == nil, "\(ending)")
        }
    }
}
