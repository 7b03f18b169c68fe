import Foundation
import Testing

@testable import SectionalClient

/// The session's arrows, one by one: a situation, what happens, what is to be done.
@Suite("The session of a list")
struct ListSessionTests {
    static let now = Date(timeIntervalSince1970: 1_000_000)

    private(set) var session = ListSession()

    mutating func handle(_ event: SessionEvent) -> [SessionAction] {
        session.handle(event, now: Self.now, random: 0.5)
    }

    /// A session that shows version 7 and is live on stream 1.
    static func live() -> ListSessionTests {
        var tests = ListSessionTests()
        _ = tests.handle(.start)
        _ = tests.handle(.restored(version: nil, at: now))
        _ = tests.handle(.loaded(version: 7, load: tests.session.loads))
        _ = tests.handle(.streamOpened(stream: tests.session.streams))
        return tests
    }

    @Test("begins with what an earlier run kept, then with the server")
    func start() {
        var tests = ListSessionTests()
        #expect(tests.handle(.start) == [.restore])
        #expect(tests.handle(.restored(version: nil, at: Self.now)) == [.dropQueued, .tell(.connecting), .load(version: nil, load: 1)])
        #expect(tests.handle(.loaded(version: 7, load: 1)) == [.show, .dropHeld, .openStream(since: 7, stream: 1)])
        #expect(tests.handle(.streamOpened(stream: 1)) == [.tell(.live)])
    }

    @Test("shows what was kept as offline until the server is reached")
    func cached() {
        var tests = ListSessionTests()
        let offline = SessionAction.tell(.offline(cachedAt: Self.now))
        _ = tests.handle(.start)
        #expect(tests.handle(.restored(version: 5, at: Self.now)) == [.show, offline, .openStream(since: 5, stream: 1)])
        let lost = tests.handle(.streamEnded(.network(retryAfter: 0), stream: 1))
        let until = Self.now.addingTimeInterval(0.375)
        #expect(lost == [.closeStream, .dropHeld, offline, .wait(until: until)])
        #expect(tests.handle(.timer) == [offline, .openStream(since: 5, stream: 3)])
        #expect(tests.handle(.streamOpened(stream: 3)) == [.tell(.live)])
    }

    @Test("hands on changes that follow, skips what was there, and fills gaps")
    func changes() {
        var tests = Self.live()
        #expect(tests.handle(.change(from: 7, to: 8, reload: false, stream: 1)) == [.show])
        #expect(tests.handle(.change(from: 7, to: 8, reload: false, stream: 1)) == [])
        #expect(tests.handle(.change(from: 8, to: 11, reload: false, stream: 1)) == [.show])
        #expect(tests.handle(.change(from: 12, to: 13, reload: false, stream: 1)) == [.catchUp(since: 11, to: 13, load: 2), .hold])
        #expect(tests.handle(.change(from: 13, to: 14, reload: false, stream: 1)) == [.hold])
        #expect(tests.handle(.caughtUp(from: 11, to: 13, reload: false, load: 2)) == [.show, .tell(.live), .replayHeld])
        #expect(tests.handle(.change(from: 12, to: 13, reload: false, stream: 1)) == [])
        #expect(tests.handle(.change(from: 13, to: 14, reload: false, stream: 1)) == [.show])
        #expect(tests.session.headed == 14)
    }

    @Test("loads anew where a change is too large, a reset comes, or stages do not fit")
    func reloads() {
        for event in [SessionEvent.change(from: 7, to: 9, reload: true, stream: 1), .reset(version: 9, stream: 1)] {
            var tests = Self.live()
            #expect(tests.handle(event) == [.dropQueued, .tell(.connecting), .load(version: 9, load: 2)])
            #expect(tests.handle(.change(from: 9, to: 10, reload: false, stream: 1)) == [.hold])
            #expect(tests.handle(.loaded(version: 9, load: 2)) == [.show, .tell(.live), .replayHeld])
            #expect(tests.handle(.change(from: 9, to: 10, reload: false, stream: 1)) == [.show])
        }
        var tests = Self.live()
        #expect(tests.handle(.misfit) == [.dropQueued, .tell(.connecting), .load(version: nil, load: 2)])
    }

    @Test("loads the head where the version has left the history meanwhile")
    func gone() {
        var tests = Self.live()
        _ = tests.handle(.reset(version: 9, stream: 1))
        #expect(tests.handle(.loadFailed(.versionGone, load: 2)) == [.dropQueued, .tell(.connecting), .load(version: nil, load: 3)])
        #expect(tests.handle(.loaded(version: 30, load: 3)) == [.show, .tell(.live), .replayHeld])
        _ = tests.handle(.change(from: 31, to: 32, reload: false, stream: 1))
        // Not again and again without a pause.
        let until = Self.now.addingTimeInterval(0.75)
        #expect(
            tests.handle(.catchUpFailed(.versionGone, load: 4))
                == [.dropQueued, .closeStream, .dropHeld, .tell(.waiting(until: until)), .wait(until: until)])
        #expect(tests.handle(.timer) == [.dropQueued, .tell(.connecting), .load(version: nil, load: tests.session.loads)])
        let answer = tests.handle(.loaded(version: 31, load: tests.session.loads))
        #expect(answer == [.show, .dropHeld, .openStream(since: 31, stream: tests.session.streams)])
    }

    @Test("does not load again and again what never fits, and forgets it after a minute")
    func misfits() {
        var tests = Self.live()
        for round in 0..<3 {
            let actions = tests.handle(.misfit)
            if round == 0 {
                #expect(actions.last == .load(version: nil, load: tests.session.loads))
            } else {
                #expect(actions.last == .wait(until: Self.now.addingTimeInterval(round == 1 ? 0.75 : 1.5)))
                #expect(tests.handle(.timer).last == .load(version: nil, load: tests.session.loads))
            }
            _ = tests.handle(.loaded(version: 9, load: tests.session.loads))
            _ = tests.handle(.streamOpened(stream: tests.session.streams))
        }
        let later = tests.session.handle(.misfit, now: Self.now.addingTimeInterval(61), random: 0.5)
        #expect(later.last == .load(version: nil, load: tests.session.loads))
    }

    @Test("stays hung up where something does not fit after it was stopped, and loads at the next start")
    func misfitWhenStopped() {
        var tests = Self.live()
        _ = tests.handle(.stop)
        #expect(tests.handle(.misfit) == [.dropQueued])
        #expect(tests.handle(.start).last == .load(version: nil, load: tests.session.loads))
    }

    @Test("ends with an answer that nobody can read, and tries again when it is started")
    func unreadable() {
        let error = DecodingError.keyNotFound(
            AnyKey("id"), DecodingError.Context(codingPath: [AnyKey("sections")], debugDescription: "no id"))
        let failure = ListFailure.decoding(error)
        #expect(SessionFailure(error) == .final(failure))
        // A page of something else is no JSON.
        let html = #expect(throws: DecodingError.self) { try JSONDecoder().decode(VersionAnswer.self, from: Data("<html>".utf8)) }
        #expect(html.map { SessionFailure($0) } == .network(retryAfter: 0))
        var tests = Self.live()
        #expect(tests.handle(.unreadable(failure)) == [.closeStream, .tell(.ended(failure))])
        #expect(tests.handle(.unreadable(failure)) == [] && tests.handle(.misfit) == [])
        _ = tests.handle(.start)
        _ = tests.handle(.streamOpened(stream: tests.session.streams))
        _ = tests.handle(.reset(version: 9, stream: tests.session.streams))
        #expect(tests.handle(.loadFailed(SessionFailure(error), load: tests.session.loads)) == [.closeStream, .tell(.ended(failure))])
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    @Test("merges what a slow screen has not taken")
    func behind() {
        var tests = Self.live()
        _ = tests.handle(.change(from: 7, to: 8, reload: false, stream: 1))
        _ = tests.handle(.change(from: 8, to: 9, reload: false, stream: 1))
        #expect(tests.handle(.behind(screen: 7)) == [.dropQueued, .catchUp(since: 7, to: 9, load: 2)])
        #expect(tests.handle(.behind(screen: 7)) == [])
        // A list that has changed too much is loaded.
        #expect(
            tests.handle(.caughtUp(from: 7, to: 9, reload: true, load: 2)) == [.dropQueued, .tell(.connecting), .load(version: 9, load: 3)])
    }

    @Test("waits longer and longer where streams end as soon as they are opened, and at least as the server says")
    func shortLives() {
        var tests = Self.live()
        func wait(after seconds: TimeInterval) -> TimeInterval? {
            let now = Self.now.addingTimeInterval(seconds)
            let actions = tests.session.handle(.streamEnded(nil, stream: tests.session.streams), now: now, random: 0.5)
            guard case .wait(let until)? = actions.last else { return nil }
            _ = tests.handle(.timer)
            _ = tests.handle(.streamOpened(stream: tests.session.streams))
            return until.timeIntervalSince(now)
        }
        var waits = [wait(after: 0), wait(after: 1), wait(after: 9)]
        #expect(waits == [0.375, 0.75, 1.5])
        // One has lived, then one has brought something.
        waits = [wait(after: 10), wait(after: 0)]
        #expect(waits == [0.375, 0.75])
        _ = tests.handle(.change(from: 7, to: 8, reload: false, stream: tests.session.streams))
        #expect(wait(after: 0) == 0.375)
        #expect(tests.handle(.retry(4, stream: tests.session.streams)) == [])
        #expect(wait(after: 0) == 5)
        _ = tests.handle(.retry(.infinity, stream: tests.session.streams))
        #expect(wait(after: 0) == 3_600)
    }

    @Test("waits longer and longer, and no longer once it is reached")
    func waits() {
        var tests = Self.live()
        var seconds: [TimeInterval] = []
        for _ in 0..<10 {
            for action in tests.handle(.streamEnded(nil, stream: tests.session.streams)) {
                if case .wait(let until) = action { seconds.append(until.timeIntervalSince(Self.now)) }
            }
            #expect(tests.handle(.timer).last == .openStream(since: 7, stream: tests.session.streams))
        }
        #expect(seconds == [0.375, 0.75, 1.5, 3, 6, 12, 22.5, 22.5, 22.5, 22.5])
        _ = tests.handle(.streamOpened(stream: tests.session.streams))
        _ = tests.handle(.change(from: 6, to: 7, reload: false, stream: tests.session.streams))
        let actions = tests.handle(.streamEnded(.network(retryAfter: 5), stream: tests.session.streams))
        #expect(actions.last == .wait(until: Self.now.addingTimeInterval(5)))
        #expect(tests.handle(.reachable) == [.tell(.connecting), .openStream(since: 7, stream: tests.session.streams)])
        #expect(tests.handle(.reachable) == [] && tests.handle(.timer) == [])
    }

    @Test("takes up what was under way when the connection was lost")
    func interrupted() {
        var tests = Self.live()
        _ = tests.handle(.change(from: 9, to: 10, reload: false, stream: 1))
        _ = tests.handle(.streamEnded(nil, stream: 1))
        // The stream brings what was missing.
        #expect(tests.handle(.timer) == [.dropHeld, .tell(.connecting), .openStream(since: 7, stream: 3)])
        _ = tests.handle(.streamOpened(stream: 3))
        _ = tests.handle(.reset(version: 20, stream: 3))
        _ = tests.handle(.loadFailed(.network(retryAfter: 0), load: tests.session.loads))
        #expect(tests.handle(.timer) == [.dropQueued, .tell(.connecting), .load(version: 20, load: tests.session.loads)])
    }

    @Test("waits for a list that was deleted by a stream, and asks for it once when that is open")
    func missing() {
        var tests = Self.live()
        let missed: [SessionAction] = [.dropHeld, .dropQueued, .removeCache, .tell(.missing), .awaitList(stream: 2)]
        #expect(tests.handle(.deleted(stream: 1)) == missed && !tests.session.hasList)
        #expect(tests.handle(.streamOpened(stream: 2)) == [.load(version: nil, load: 3)])
        #expect(tests.handle(.loadFailed(.final(.listNotFound), load: 3)) == [.tell(.missing)])
        // No time that passes asks for it again, and nothing of the list that was.
        for event in [SessionEvent.timer, .reachable, .start, .misfit, .unreadable(.versionGone), .behind(screen: 7)] {
            #expect(tests.handle(event) == [])
        }
        #expect(tests.handle(.made(stream: 2)) == [.closeStream, .dropQueued, .tell(.connecting), .load(version: nil, load: 4)])
        #expect(tests.handle(.made(stream: 2)) == [])
        #expect(tests.handle(.loaded(version: 9, load: 4)) == [.show, .dropHeld, .openStream(since: 9, stream: 4)])
        #expect(tests.handle(.streamOpened(stream: 4)) == [.tell(.live)])
    }

    @Test("finds a list that was made before the stream was open, and one whose stream was lost")
    func madeEarly() {
        var tests = ListSessionTests()
        _ = tests.handle(.start)
        _ = tests.handle(.restored(version: nil, at: Self.now))
        #expect(tests.handle(.loadFailed(.final(.listNotFound), load: 1)).last == .awaitList(stream: 1))
        let until = Self.now.addingTimeInterval(0.375)
        let lost = tests.handle(.streamEnded(nil, stream: 1))
        #expect(lost == [.closeStream, .dropHeld, .tell(.waiting(until: until)), .wait(until: until)])
        #expect(tests.handle(.timer) == [.tell(.connecting), .awaitList(stream: 3)])
        #expect(tests.handle(.streamOpened(stream: 3)) == [.load(version: nil, load: 4)])
        #expect(tests.handle(.loaded(version: 1, load: 4)) == [.show, .dropHeld, .openStream(since: 1, stream: 4)])
        #expect(tests.handle(.made(stream: 3)) == [])
        // A list that a token does not reach will not be seen, whoever makes it.
        _ = tests.handle(.streamEnded(.final(.listNotFound), stream: 4))
        let ended = tests.handle(.streamEnded(.final(.listNotFound), stream: tests.session.streams))
        #expect(ended == [.closeStream, .tell(.ended(.listNotFound))])
        #expect(tests.handle(.start).last == .awaitList(stream: tests.session.streams))
    }

    @Test("ends where it is not let in, and goes on from there after a sign-in")
    func unauthorized() {
        var tests = Self.live()
        let failure = ListFailure.unauthorized(Problem(slug: "unauthorized", status: 401))
        #expect(tests.handle(.streamEnded(.final(failure), stream: 1)) == [.closeStream, .tell(.ended(failure))])
        #expect(tests.handle(.start) == [.tell(.connecting), .openStream(since: 7, stream: 3)])
    }

    @Test("hangs up when it is stopped, and resumes at its version")
    func stops() {
        var tests = Self.live()
        #expect(tests.handle(.stop) == [.closeStream, .tell(.idle)])
        #expect(tests.handle(.start) == [.tell(.connecting), .openStream(since: 7, stream: 3)])
        #expect(tests.handle(.start) == [])
    }

    @Test("does not mind what comes late from an earlier load or stream")
    func late() {
        var tests = Self.live()
        _ = tests.handle(.reset(version: 9, stream: 1))
        _ = tests.handle(.reset(version: 12, stream: 1))
        let late: [SessionEvent] = [
            .loaded(version: 9, load: 2), .loadFailed(.versionGone, load: 2), .caughtUp(from: 7, to: 9, reload: false, load: 2),
            .change(from: 7, to: 8, reload: false, stream: 0), .streamEnded(nil, stream: 0), .streamOpened(stream: 0),
            .reset(version: 1, stream: 0), .deleted(stream: 0), .restored(version: 1, at: Self.now), .timer,
        ]
        for event in late { #expect(tests.handle(event) == []) }
        #expect(tests.handle(.loaded(version: 12, load: 3)) == [.show, .tell(.live), .replayHeld])
    }
}
