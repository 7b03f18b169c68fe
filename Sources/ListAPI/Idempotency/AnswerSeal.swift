import Lists
import Ports
import Webhooks

/// Seals the body of a kept answer that shows a secret, so that whoever reads the database learns nothing of it.
struct AnswerSeal: Sendable {
    let box: SecretBox

    func sealed(_ answer: KeptAnswer) throws -> KeptAnswer {
        answer.with(body: try box.seal(answer.body, for: Self.context(of: answer)))
    }

    func opened(_ answer: KeptAnswer) throws -> KeptAnswer {
        answer.with(body: try box.open(answer.body, for: Self.context(of: answer)))
    }

    /// No webhook's id looks like it, so that no secret is taken for an answer.
    private static func context(of answer: KeptAnswer) -> String { "Idempotency-Key: \(answer.key.text)" }
}

extension KeptAnswer {
    fileprivate func with(body: [UInt8]) -> KeptAnswer {
        KeptAnswer(key: key, fingerprint: fingerprint, status: status, headers: headers, body: body)
    }
}
