// swift-tools-version: 6.1
import PackageDescription

/// Set for a build against another libmicrohttpd than 0.9.75: leaves out all that reads or writes the library's memory. C has to know it too.
let isPortable = Context.environment["PORTABLE_MICROHTTPD"] != nil
let portable: [SwiftSetting] = isPortable ? [.define("PORTABLE_MICROHTTPD"), .unsafeFlags(["-Xcc", "-DPORTABLE_MICROHTTPD"])] : []

/// The house style of the compiler; that of `Clients/Swift` too.
let style: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// One set of settings for every room.
let swiftSettings = style + portable

/// Set by `make`, so that the program and its tests are one release build: `@testable` sees into a room that is built with this.
let testable: [SwiftSetting] =
    Context.environment["TESTABLE_RELEASE"] == nil ? [] : [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
/// The package for apps. The server is built without it; the tests hold the two against each other.
let client = Target.Dependency.product(name: "SectionalClient", package: "SectionalClient")

/// A room of the house: a library target under `Sources/`, and the arrows that `Scripts/check-rooms` holds.
///
/// - Parameter isTestable: False where a request would pay for it: the compiler then checks each access to a class's variables as it runs.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], isTestable: Bool = true) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings + (isTestable ? testable : []))
}

/// The tests that mirror a room. In a release build they are not optimised, and they load Swift's own libraries, as the testing library does.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies,
        swiftSettings: swiftSettings + [.unsafeFlags(["-no-static-stdlib", "-Onone"], .when(configuration: .release))])
}

/// What several test targets use, under `Tests/Support/`; never part of a product.
func support(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
    name: "sectional",
    platforms: [.macOS("26.0")],
    products: [.executable(name: "sectional", targets: ["sectional"])],
    dependencies: [
        .package(name: "SectionalClient", path: "Clients/Swift"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),

        .target(name: "CResources"),
        .target(name: "CFoundations", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CPostgreSQL"),
        .target(name: "CReplacements"),

        room("Foundations", ["CCrypto", "CFoundations"]),
        room("JSON", ["Foundations"]),
        room("Lists", ["Foundations", "JSON"]),
        room("CellTypes", ["CPCRE2", "Foundations", "JSON", "Lists"]),
        room("Ports", ["Foundations", "JSON", "Lists", "CellTypes"]),
        room("Wire", ["Foundations", "JSON", "Lists", "CellTypes", "Ports", httpTypes]),
        room("HTTPServing", ["Foundations", httpTypes]),
        room("MicroHTTPServer", ["CMicroHTTPD", "CReplacements", "Foundations", "HTTPServing", httpTypes, logging], isTestable: false),
        room("Webhooks", ["Foundations", "JSON", "Lists", "Ports", "Wire"]),
        room("HTTPClient", ["CCurl", "Foundations"]),
        room("WebhookDelivery", ["Foundations", "HTTPClient", "Lists", "Ports", "Webhooks", logging]),
        room(
            "SQLiteStore",
            ["CResources", "CFoundations", "Foundations", "JSON", "Lists", "CellTypes", "Ports", grdb, grdbSQLite, logging]),
        room("PostgresLog", ["CPostgreSQL", "Foundations", "Ports", logging]),
        room("Following", ["Foundations", "Lists", "CellTypes", "Ports", "Wire"]),
        room(
            "ListAPI",
            [
                "CResources", "Foundations", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "Webhooks", "Following",
                httpTypes,
                logging, yams,
            ]),
        room(
            "Settings",
            [
                "Foundations", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPClient", "HTTPServing", "MicroHTTPServer", "Webhooks",
                "WebhookDelivery", "SQLiteStore", "PostgresLog", "ListAPI", logging, yams,
            ]),
        room("Commands", ["Foundations", "HTTPClient", "JSON", "Lists", "CellTypes", "Ports", "Wire", "Webhooks"]),
        .executableTarget(
            name: "sectional",
            dependencies: [
                "Foundations", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPClient", "HTTPServing", "MicroHTTPServer", "Webhooks",
                "WebhookDelivery", "SQLiteStore", "PostgresLog", "Following", "ListAPI", "Settings", "Commands", arguments, httpTypes,
                logging,
            ],
            swiftSettings: swiftSettings + testable
        ),

        support(
            "TestSupport", ["CFoundations", "Foundations", "JSON", "Lists", "HTTPServing", client, httpTypes, logging],
            exclude: ["PostgresCluster/postgres.sh", "WebhookReceiver/receiver.py", "WebhookReceiver/make_certificate.py"]),
        support("StoreSuite", ["Foundations", "JSON", "Lists", "CellTypes", "Ports", "TestSupport"]),
        .executableTarget(
            name: "CrashChild",
            dependencies: ["JSON", "Lists", "Ports", "SQLiteStore", "StoreSuite", "TestSupport", client, logging],
            path: "Tests/Support/CrashChild", swiftSettings: swiftSettings
        ),

        tests("FoundationsTests", ["CFoundations", "Foundations", "TestSupport"]),
        tests("JSONTests", ["JSON", "Lists", "TestSupport"]),
        tests("ListsTests", ["Foundations", "JSON", "Lists", "Ports", "SQLiteStore", "StoreSuite", "TestSupport", logging]),
        tests("CellTypesTests", ["CellTypes", "JSON", "Lists"]),
        tests("WireTests", ["Foundations", "JSON", "Lists", "CellTypes", "Ports", "Wire", "TestSupport", httpTypes]),
        tests("HTTPServingTests", ["HTTPServing", "TestSupport", httpTypes]),
        tests("MicroHTTPServerTests", ["HTTPServing", "MicroHTTPServer", "TestSupport", httpTypes, logging]),
        tests(
            "WebhookDeliveryTests",
            [
                "CCurl", "Foundations", "HTTPClient", "JSON", "Lists", "CellTypes", "Ports", "Webhooks", "WebhookDelivery", "SQLiteStore",
                "Following", "StoreSuite", "TestSupport", grdbSQLite, logging,
            ]),
        tests(
            "SQLiteStoreTests",
            [
                "CFoundations", "CrashChild", "Foundations", "JSON", "Lists", "CellTypes", "Ports", "SQLiteStore", "PostgresLog",
                "StoreSuite", "TestSupport", logging,
            ]),
        tests("PostgresLogTests", ["Foundations", "Ports", "PostgresLog", "StoreSuite", "TestSupport", logging]),
        tests(
            "ListAPITests",
            [
                "Foundations", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "Webhooks", "SQLiteStore", "Following",
                "ListAPI",
                "StoreSuite", "TestSupport", httpTypes, logging, yams,
            ]),
        tests(
            "SettingsTests",
            [
                "Foundations", "Lists", "CellTypes", "HTTPServing", "MicroHTTPServer", "SQLiteStore", "ListAPI", "Settings", "TestSupport",
                logging,
            ]),
        tests("CommandsTests", ["Commands", "Foundations", "JSON", "CellTypes", "Lists", "Ports", "TestSupport"]),
        tests("SectionalClientTests", ["JSON", "Lists", "Ports", "Wire", "StoreSuite", "TestSupport", client]),
        tests(
            "SectionalTests",
            ["Foundations", "Lists", "HTTPServing", "SQLiteStore", "Settings", "Commands", "sectional", "TestSupport", httpTypes, logging]),
        tests(
            "EndToEndTests",
            [
                "Foundations", "JSON", "Lists", "CellTypes", "Ports", "Wire", "HTTPServing", "MicroHTTPServer", "Webhooks",
                "WebhookDelivery", "SQLiteStore", "ListAPI", "Settings", "Commands", "sectional", "StoreSuite", "TestSupport",
                "CrashChild", arguments, client, httpTypes, logging,
            ]),
    ]
)
