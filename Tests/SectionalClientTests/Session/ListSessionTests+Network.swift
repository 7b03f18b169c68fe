import Foundation
import Testing

@testable import SectionalClient

extension ListSessionTests {
    @Test("tries at once what waits, and anew what is under way, where the network is another")
    func networkChanged() {
        var tests = Self.live()
        #expect(tests.handle(.networkChanged) == [.closeStream, .tell(.connecting), .openStream(since: 7, stream: 2)])
        for _ in 0..<10 {
            _ = tests.handle(.streamEnded(nil, stream: tests.session.streams))
            _ = tests.handle(.timer)
        }
        _ = tests.handle(.streamEnded(nil, stream: tests.session.streams))
        let answer = tests.handle(.networkChanged)
        #expect(answer == [.closeStream, .tell(.connecting), .openStream(since: 7, stream: tests.session.streams)])
        #expect(tests.session.backoff.attempts == 0)
        // A load, or changes that are missing, may be asked for on a connection that is dead.
        _ = tests.handle(.streamOpened(stream: tests.session.streams))
        _ = tests.handle(.change(from: 8, to: 9, reload: false, stream: tests.session.streams))
        #expect(tests.handle(.networkChanged).last == .openStream(since: 7, stream: tests.session.streams))
        _ = tests.handle(.streamOpened(stream: tests.session.streams))
        _ = tests.handle(.reset(version: 9, stream: tests.session.streams))
        #expect(tests.handle(.networkChanged).last == .load(version: 9, load: tests.session.loads))
        _ = tests.handle(.loaded(version: 9, load: tests.session.loads))
        _ = tests.handle(.deleted(stream: tests.session.streams))
        #expect(tests.handle(.networkChanged).last == .awaitList(stream: tests.session.streams))
        _ = tests.handle(.stop)
        #expect(tests.handle(.networkChanged) == [])
        var ended = Self.live()
        _ = ended.handle(.unreadable(.versionGone))
        #expect(ended.handle(.networkChanged) == [])
        var restoring = ListSessionTests()
        #expect(restoring.handle(.networkChanged) == [])
        _ = restoring.handle(.start)
        #expect(restoring.handle(.networkChanged) == [])
    }
}
