import Foundations
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension StoredResponse {
    /// A response as it is stored; `nil` where it is no success, or where its body is streamed, which no answer to a write is.
    init?(_ response: Response, to write: KeyedWrite) {
        guard (200..<300).contains(response.status.code) else { return nil }
        let body: [UInt8]
        switch response.body {
        case .empty: body = []
        case .bytes(let bytes): body = bytes
        case .buffer(let buffer), .charged(let buffer, _): body = buffer.array
        case .prepared(let prepared): body = Array(prepared.body)
        case .stream: return nil
        }
        let headers = response.allHeaders.filter(\.isSendable).map { Header($0.name.rawName, $0.value) }
        self.init(key: write.key.key, fingerprint: write.fingerprint, status: response.status.code, headers: headers, body: body)
    }
}

extension Response {
    /// A stored response, given again: as it was, with `Idempotency-Replayed`.
    init(replaying kept: StoredResponse) {
        let headers = kept.headers.compactMap { header in HTTPField.Name(header.name).map { Header($0, header.value) } }
        self.init(
            status: HTTPResponse.Status(code: kept.status), headers: headers + [Header(.idempotencyReplayed, "true")],
            body: kept.body.isEmpty ? .empty : .bytes(kept.body))
    }
}
