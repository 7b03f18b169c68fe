import Foundation

extension ListSession {
    /// Loads all anew. The stream goes on where there is one, and its changes wait.
    mutating func open(version: ListVersion?) -> [SessionAction] {
        content = .opening(version: version)
        loads += 1
        let isConnected = link == .live || link == .connecting
        if !isConnected { link = .connecting }
        // Changes that lead to the version or past it are still needed; `replayHeld` sorts them.
        return [.dropQueued, tell(.connecting), .load(version: version, load: loads)]
    }

    mutating func loaded(_ version: ListVersion) -> [SessionAction] {
        guard case .opening = content else { return [] }
        content = .shown
        headed = version
        if link == .live { return [.show, .tell(.live), .replayHeld] }
        link = .connecting
        streams += 1
        return [.show, .dropHeld, .openStream(since: version, stream: streams)]
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
        return [.show] + (link == .live ? [.tell(.live), .replayHeld] : [.dropHeld])
    }

    /// One answer takes the place of all the changes that wait.
    mutating func behind(_ screen: ListVersion) -> [SessionAction] {
        guard content == .shown, screen < headed else { return [] }
        return [.dropQueued] + catchUp(since: screen, to: headed)
    }

    private mutating func catchUp(since: ListVersion, to: ListVersion) -> [SessionAction] {
        content = .catchingUp(since: since, to: to)
        loads += 1
        return [.catchUp(since: since, to: to, load: loads)]
    }
}
