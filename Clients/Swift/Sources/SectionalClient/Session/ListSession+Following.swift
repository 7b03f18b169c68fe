import Foundation

extension ListSession {
    /// Loads all anew. The stream goes on where there is one, and its changes wait.
    mutating func open(version: ListVersion?) -> [SessionAction] {
        content = .opening(version: version)
        loads += 1
        let isConnected = isLive || link == .connecting
        if !isConnected { link = .connecting }
        // Changes that lead to the version or past it are still needed; `replayHeld` sorts them.
        return [.dropQueued, tell(.connecting), .load(version: version, load: loads)]
    }

    mutating func loaded(_ version: ListVersion) -> [SessionAction] {
        let wasMissing = content == .missing
        guard wasMissing || isOpening else { return [] }
        content = .shown
        headed = version
        if isLive, !wasMissing { return [.show, .tell(.live), .replayHeld] }
        link = .connecting
        streams += 1
        return [.show, .dropHeld, .openStream(since: version, stream: streams)]
    }

    /// Whether the sections of a version are on their way to a screen, or wait for the server.
    var isOpening: Bool {
        if case .opening = content { true } else { false }
    }

    mutating func change(from: ListVersion, to: ListVersion, reload: Bool) -> [SessionAction] {
        guard content == .shown else { return [.hold] }
        guard to > headed else { return [] }
        if reload { return open(version: to) }
        guard from == headed else { return catchUp(since: headed, to: to) + [.hold] }
        headed = to
        return [.show]
    }

    mutating func caughtUp(from: ListVersion, to: ListVersion, reload: Bool) -> [SessionAction] {
        guard case .catchingUp(let since, _) = content else { return [] }
        guard !reload, from == since else { return open(version: to) }
        content = .shown
        headed = to
        return [.show] + (isLive ? [.tell(.live), .replayHeld] : [.dropHeld])
    }

    /// One answer takes the place of all the changes that wait.
    mutating func behind(_ screen: ListVersion) -> [SessionAction] {
        guard content == .shown, screen < headed else { return [] }
        return [.dropQueued] + catchUp(since: screen, to: headed)
    }

    // MARK: A list that is not there

    /// Waits for somebody to make the list, with one stream and without asking for it again.
    mutating func miss() -> [SessionAction] {
        (content, link, cachedAt) = (.missing, .connecting, nil)
        loads += 1
        streams += 1
        return [.dropHeld, .dropQueued, .removeCache, .tell(.missing), .awaitList(stream: streams)]
    }

    /// The list may have been made before the stream was there.
    mutating func lookAgain() -> [SessionAction] {
        loads += 1
        return [.load(version: nil, load: loads)]
    }

    mutating func made() -> [SessionAction] {
        backoff.reset()
        link = .closed
        streams += 1
        return [.closeStream] + open(version: nil)
    }

    private mutating func catchUp(since: ListVersion, to: ListVersion) -> [SessionAction] {
        content = .catchingUp(since: since, to: to)
        loads += 1
        return [.catchUp(since: since, to: to, load: loads)]
    }
}
