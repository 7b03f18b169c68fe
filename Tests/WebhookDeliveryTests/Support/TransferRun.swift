import HTTPClient
import TestSupport
import Webhooks

@testable import WebhookDelivery

/// An engine of transfers at work on the test's own thread.
final class TransferRun {
    let engine: TransferEngine
    let addressGuard: AddressGuard

    /// - Parameter allowed: The block of addresses that may be called beside those that everybody may.
    init(allowing allowed: [String] = ["127.0.0.0/8", "::1/128"], _ settings: TransferSettings = TransferSettings()) throws {
        let blocks = try allowed.map { text in
            guard let block = AddressBlock(text) else { throw TestFailure("\(text) is no block") }
            return block
        }
        addressGuard = AddressGuard(allowing: blocks)
        engine = TransferEngine(try MultiHandle(), settings: settings) { [addressGuard] in addressGuard.refusal(ofConnecting: $0) }
    }

    /// Sends a body, and waits for the end.
    func post(_ url: String, headers: [(name: String, value: String)] = [], body: String = "{}") throws -> TransferEnd {
        try engine.start(TransferRequest(id: 1, url: url, headers: headers, body: Array(body.utf8)))
        guard let end = try ends(1).first else { throw TestFailure("the transfer has not ended") }
        return end
    }

    /// Waits until so many transfers have ended.
    func ends(_ count: Int) throws -> [TransferEnd] {
        var ends: [TransferEnd] = []
        try eventually("\(count) transfers have ended") {
            ends += engine.step(waiting: 100)
            return ends.count >= count
        }
        return ends
    }
}

extension TransferEnd {
    /// The answer's status; `nil` without an answer.
    var status: Int? { try? result.get().status }

    /// Why there is no answer; `nil` where there is one.
    var failure: String? {
        guard case .failure(let failure) = result else { return nil }
        return failure.message
    }

    var body: String? { (try? result.get().body).map { String(decoding: $0, as: UTF8.self) } }
}
