import Lists
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("The number of a delivery, and its id")
struct DeliveryNumberTests {
    @Test("an id has the number back, and the time, in the form of a UUID of version 8")
    func roundTrip() throws {
        var random = SeededGenerator(seed: .random(in: .min ... .max))
        let (lastEvent, lastWebhook) = (DeliveryNumber.lastEvent, DeliveryNumber.lastWebhook)
        let events = [0, 1, lastEvent] + (0..<200).map { _ in Int64.random(in: 0...lastEvent, using: &random) }
        let webhooks = [0, 1, lastWebhook] + (0..<20).map { _ in Int64.random(in: 0...lastWebhook, using: &random) }
        var ids: [Identifier: DeliveryNumber] = [:]
        for event in events {
            for webhook in webhooks {
                let time = Int64.random(in: 0..<1 << 48, using: &random)
                let number = DeliveryNumber(event: event, webhook: webhook)
                #expect([number.event, number.webhook] == [event, webhook])
                let id = number.id(madeAt: time)
                #expect(DeliveryNumber(of: id) == number)
                #expect(number.id(madeAt: time ^ 1) != id)
                let digits = Array(id.text.utf8.filter { $0 != UInt8(ascii: "-") })
                #expect(Int64(String(decoding: digits.prefix(12), as: UTF8.self), radix: 16) == time)
                #expect(id.text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(id)")
                #expect(ids.updateValue(number, forKey: id) ?? number == number)
            }
        }
    }

    @Test("ids go up with times, and with numbers at one time")
    func ascend() {
        let numbers = [0, 1, 2, 1 << 41, 1 << 42, DeliveryNumber.lastEvent].flatMap { event in
            [1, 2, DeliveryNumber.lastWebhook].map { DeliveryNumber(event: event, webhook: $0) }
        }
        let ids = [0, 1, 1_700_000_000_000].flatMap { time in numbers.map { $0.id(madeAt: time) } }
        #expect(ids == ids.sorted())
    }

    @Test("a text that is no id has no number, whatever it is")
    func refused() {
        let zeros = "00000000-0000-8000-8000-00000000000"
        for text in ["", "x", "-", zeros, zeros + "00", zeros + "g", zeros + "\u{FF10}", zeros + "\u{E9}"] {
            #expect(DeliveryNumber(of: Identifier(verbatim: text)) == nil, "\(text)")
        }
    }
}
