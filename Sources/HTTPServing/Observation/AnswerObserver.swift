/// Is told of every answer, to count or to log it. Runs on the server's own threads, and never blocks for long.
public protocol AnswerObserver: Sendable {
    /// A response was made. That of a stream is still to be sent.
    func answered(_ request: Request, _ response: Response, _ facts: AnswerFacts)
    /// A stream gave `count` more bytes.
    func streamed(_ count: Int, _ request: Request, _ response: Response, _ facts: AnswerFacts)
    /// A stream has come to its end, or its connection has; called once for each.
    func ended(_ request: Request, _ response: Response, _ facts: AnswerFacts)
    /// A request begins to wait for an answer that another thread makes.
    func suspended()
    /// It waits no longer.
    func resumed()
}

extension AnswerObserver {
    public func streamed(_ count: Int, _ request: Request, _ response: Response, _ facts: AnswerFacts) {}
    public func ended(_ request: Request, _ response: Response, _ facts: AnswerFacts) {}
    public func suspended() {}
    public func resumed() {}
}
