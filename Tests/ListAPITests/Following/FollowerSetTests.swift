@testable import Following
import Testing

@Suite("A set of followers")
struct FollowerSetTests {
    private final class Nobody: Follower {
        func listChanged() {}
        func timeCame() {}
        func notifierStopped() {}
    }

    @Test("has those who have joined and not left, each once, as a plain set does")
    func model() {
        var random = SystemRandomNumberGenerator()
        let all = (0..<40).map { _ in Nobody() }
        var (set, model) = (FollowerSet(), Set<ObjectIdentifier>())
        for _ in 0..<2_000 {
            let follower = all[Int.random(in: all.indices, using: &random)]
            if Bool.random(using: &random) {
                set.insert(follower)
                model.insert(ObjectIdentifier(follower))
            } else {
                set.remove(follower)
                model.remove(ObjectIdentifier(follower))
            }
            #expect(set.all.count == model.count && Set(set.all.map { ObjectIdentifier($0) }) == model)
        }
    }
}
