/// A receiver whose outcome is changed on its way to the server.
final class MappedReceiver: BodyReceiver {
    private let base: any BodyReceiver
    private let refusal: @Sendable (Response) -> Response
    private let answer: @Sendable (Answer) -> Answer

    /// - Parameters:
    ///   - refusal: Changes a refusal in the middle of the body.
    ///   - answer: Changes the answer to the whole of it.
    init(
        _ base: any BodyReceiver, refusal: @escaping @Sendable (Response) -> Response, answer: @escaping @Sendable (Answer) -> Answer
    ) {
        self.base = base
        self.refusal = refusal
        self.answer = answer
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Response? { base.receive(bytes).map(refusal) }
    func finish() -> Answer { answer(base.finish()) }
    func cancel() { base.cancel() }
}
