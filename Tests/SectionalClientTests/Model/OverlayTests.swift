import Testing

@testable import SectionalClient

@Suite("Values over those of the server")
struct OverlayTests {
    @Test("stay when one of two writes is refused, whichever it is")
    func refused() {
        var overlay = Overlay<String>()
        overlay.add("first", key: "1", on: "a")
        overlay.add("second", key: "2", on: "a")
        #expect(overlay["a"] == "second")
        overlay.refused(key: "1", on: "a")
        #expect(overlay["a"] == "second")
        overlay.add("third", key: "3", on: "a")
        overlay.refused(key: "3", on: "a")
        #expect(overlay["a"] == "second" && overlay["b"] == nil)
        overlay.refused(key: "2", on: "a")
        #expect(overlay["a"] == nil && !overlay.hasPatches(on: "a"))
    }

    @Test("leave when the screen is at the version of the answer: before the answer, after it, or never", arguments: [true, false])
    func settled(isEventFirst: Bool) {
        var overlay = Overlay<String>()
        overlay.add("mine", key: "1", on: "a")
        if isEventFirst {
            // The screen shows the write's version already, and nobody knows yet that it is that.
            do {
                let changed = overlay.settle(at: 5)
                #expect(changed == [] && overlay["a"] == "mine")
            }
            overlay.answered(key: "1", on: "a", version: 5)
            do {
                let changed = overlay.settle(at: 5)
                #expect(changed == [ExactID("a")])
            }
        } else {
            overlay.answered(key: "1", on: "a", version: 5)
            do {
                let changed = overlay.settle(at: 4)
                #expect(changed == [] && overlay["a"] == "mine")
            }
            do {
                let changed = overlay.settle(at: 7)
                #expect(changed == [ExactID("a")])
            }
        }
        #expect(overlay["a"] == nil)
        overlay.add("unanswered", key: "2", on: "a")
        do {
            let changed = overlay.settle(at: .max)
            #expect(changed == [] && overlay["a"] == "unanswered")
        }
    }

    @Test("keep the order of writing when the first answer comes after the second")
    func answersCross() {
        var overlay = Overlay<String>()
        overlay.add("first", key: "1", on: "a")
        overlay.add("second", key: "2", on: "a")
        overlay.answered(key: "2", on: "a", version: 6)
        do {
            let changed = overlay.settle(at: 6)
            #expect(changed == [ExactID("a")])
        }
        #expect(overlay["a"] == "first")
        overlay.answered(key: "1", on: "a", version: 5)
        do {
            let changed = overlay.settle(at: 6)
            #expect(changed == [ExactID("a")] && overlay["a"] == nil)
        }
    }

    @Test("hide an item that is deleted until the screen is there, and show it again where the deletion is refused")
    func deleted() {
        var overlay = Overlay<String>()
        overlay.add("mine", key: "1", on: "a")
        overlay.add(nil, key: "2", on: "a")
        #expect(overlay.isDeleted("a") && overlay["a"] == "mine" && !overlay.isDeleted("b"))
        overlay.refused(key: "2", on: "a")
        #expect(!overlay.isDeleted("a") && overlay["a"] == "mine")
        overlay.add(nil, key: "3", on: "a")
        overlay.answered(key: "1", on: "a", version: 5)
        overlay.answered(key: "3", on: "a", version: 6)
        do {
            let changed = overlay.settle(at: 5)
            #expect(changed == [ExactID("a")] && overlay.isDeleted("a"))
        }
        do {
            let changed = overlay.settle(at: 6)
            #expect(changed == [ExactID("a")] && !overlay.hasPatches(on: "a"))
        }
    }

    @Test("tell ids apart that Swift takes for one")
    func bytes() {
        var overlay = Overlay<String>()
        overlay.add("composed", key: "1", on: "\u{E9}")
        overlay.add("decomposed", key: "2", on: "e\u{301}")
        #expect(overlay["\u{E9}"] == "composed" && overlay["e\u{301}"] == "decomposed")
    }
}
