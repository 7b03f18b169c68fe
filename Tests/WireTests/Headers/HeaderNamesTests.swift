import HTTPTypes
import Testing
import Wire

@Suite("The names of header fields")
struct HeaderNamesTests {
    private static let constants: [(HTTPField.Name, String)] = [
        (.acceptCellTypes, "Accept-Cell-Types"), (.acceptPatch, "Accept-Patch"), (.idempotencyKey, "Idempotency-Key"),
        (.idempotencyReplayed, "Idempotency-Replayed"), (.lastEventID, "Last-Event-ID"), (.link, "Link"), (.listVersion, "List-Version"),
        (.prefer, "Prefer"), (.preferenceApplied, "Preference-Applied"), (.requestID, "Request-Id"), (.forwarded, "Forwarded"),
        (.hostHeader, "Host"), (.secFetchSite, "Sec-Fetch-Site"), (.traceParent, "traceparent"), (.xForwardedFor, "X-Forwarded-For"),
        (.xAccelBuffering, "X-Accel-Buffering"),
    ]

    @Test("each constant has its own name", arguments: constants)
    func names(name: HTTPField.Name, text: String) {
        #expect(name.rawName == text)
    }
}
