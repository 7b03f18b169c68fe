import Following
import CellTypes
import Dispatch
import Foundation
import Foundations
import HTTPClient
import Lists
import Logging
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport
import Webhooks
@testable import WebhookDelivery

/// A store in a file of its own, with a list in it and the worker beside it.
final class TestOutbox {
    let store: SQLiteListStore
    let list: ListID
    /// Counts what is run on the store's file.
    let statements: StatementCounter
    /// What seals the secrets.
    let box: SecretBox
    private let folder: URL
    private var worker: DeliveryWorker?
    private var made = 0

    /// - Parameters:
    ///   - retention: Which versions of a list stay.
    ///   - collectionInterval: Seconds between two looks for what is no longer kept.
    init(retention: RetentionPolicy = RetentionPolicy(), collectionInterval: Double = 0.05) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let list = ListID("watched"), let box = SecretBox(key: SecretBox.makeKey()) else { throw TestFailure("no list, or no key") }
        (self.list, self.box) = (list, box)
        var configuration = SQLiteStoreConfiguration(path: folder.appendingPathComponent("lists.sqlite").path)
        configuration.retention = retention
        configuration.collectionInterval = collectionInterval
        statements = try StatementCounter(configuration.path)
        store = try SQLiteListStore(
            configuration: configuration, logger: Self.logger,
            describeList: ConformanceCheck.describe, now: Self.now
        ) { UUIDv7Source(now: Self.now, random: { .random(in: .min ... .max) }) }
        try store.put(.counting(1), into: list)
    }

    deinit {
        worker?.stop(within: 0)
        store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    static let now: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Settings under which nothing that a test waits for takes long.
    static func settings(timeout: Int = 15_000, _ limits: DeliveryLimits = DeliveryLimits()) -> DeliveryConfiguration {
        var settings = DeliveryConfiguration()
        settings.transfer.timeout = timeout
        settings.limits = limits
        settings.pause = 20
        return settings
    }

    /// Starts the worker.
    ///
    /// - Parameter retries: The seconds of the schedule.
    @discardableResult
    func start(
        _ settings: DeliveryConfiguration = TestOutbox.settings(), retries: [Int64] = [], allowing allowed: String = "127.0.0.0/8",
        box: SecretBox? = nil, store: (any WebhookStore)? = nil, logger: Logger = TestOutbox.logger
    ) throws -> DeliveryWorker {
        guard let block = AddressBlock(allowed) else { throw TestFailure("\(allowed) is no block") }
        let changes = ListChanges(store: self.store, naming: CellNaming())
        let ports = DeliveryPorts(
            store: store ?? self.store, box: box ?? self.box, rules: DeliveryRules(retries: retries),
            addressGuard: AddressGuard(allowing: [block]), changes: { try changes.webhookData(of: $0, version: $1) }, now: Self.now,
            random: { 0.5 }, logger: logger)
        let worker = try DeliveryWorker(ports, settings: settings)
        self.worker = worker
        return worker
    }

    /// Registers a webhook; the first secret signs without an end.
    @discardableResult
    func add(
        _ url: String, isOrdered: Bool = false, events: [EventType] = [], lists: [String] = [],
        secrets: [(SigningSecret, expiresAt: Int64?)]? = nil
    ) throws -> Identifier {
        made += 1
        let id = Identifier(verbatim: "webhook\(made)")
        let sealed = try (secrets ?? [(.make(), nil)]).map { secret, end in
            SealedSecret(sealed: try box.seal(Array(secret.text.utf8), for: id.text), expiresAt: end)
        }
        let webhook = Webhook(
            id: id, createdAt: Self.now(), url: url, events: events, lists: lists.map { NamePattern($0) }, isOrdered: isOrdered,
            secrets: sealed)
        try write { try $0.insert(webhook) }
        return id
    }

    /// Changes a webhook.
    func update(_ id: Identifier, _ change: @escaping @Sendable (inout Webhook) throws -> Void) throws {
        try write { transaction in
            guard var webhook = try transaction.webhook(id) else { throw TestFailure("no webhook \(id)") }
            try change(&webhook)
            try transaction.update(webhook)
        }
    }

    /// Records selections, whose data are their sequence numbers.
    func select(_ count: Int = 1, type: EventType = .itemSelected) throws {
        let done = DispatchSemaphore(value: 0)
        let failed = Atomic<Int>(0)
        for _ in 0..<count {
            store.write(list) { transaction in
                try transaction.record(type) { Array("{\"sequence\":\($0.sequence)}".utf8) }
            } completion: { result in
                if case .failure = result { failed.wrappingAdd(1, ordering: .relaxed) }
                done.signal()
            }
        }
        for _ in 0..<count { done.wait() }
        guard failed.load(ordering: .relaxed) == 0 else { throw TestFailure("events were refused") }
    }

    func webhook(_ id: Identifier) throws -> Webhook {
        guard let webhook = try store.webhook(id) else { throw TestFailure("no webhook \(id)") }
        return webhook
    }

    /// All deliveries to a webhook, the oldest first.
    func deliveries(_ id: Identifier) throws -> [Delivery] {
        try store.deliveries(to: id, status: nil, after: nil, limit: 100_000)?.reversed() ?? []
    }

    /// Waits until so many deliveries to a webhook have ended so.
    @discardableResult
    func wait(for count: Int, _ status: Delivery.Status, of id: Identifier) throws -> [Delivery] {
        var found: [Delivery] = []
        try eventually("\(count) deliveries to \(id) are \(status)") {
            found = try deliveries(id).filter { $0.status == status }
            return found.count >= count
        }
        return found
    }

    @discardableResult
    func write<Outcome: Sendable>(_ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome) throws -> Outcome {
        let box = OutcomeBox<Outcome>()
        let done = DispatchSemaphore(value: 0)
        store.writeWebhooks(work) { result in
            box.result.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = box.result.withLock({ $0 }) else { throw TestFailure("a write was answered with nothing") }
        return try result.get()
    }
}

private final class OutcomeBox<Outcome: Sendable>: Sendable {
    let result = Mutex<Result<Outcome, any Error>?>(nil)
}

extension ReceivedDelivery {
    /// What stands in the data of a selection.
    var sequence: Int? {
        body.split(separator: "\"sequence\":").last.flatMap { Int($0.prefix(while: \.isNumber)) }
    }
}
