// swift-tools-version: 6.1
import PackageDescription

/// Set for the tests of the repository that this package is developed in: they look into a release build. An app builds without it.
let testable: [SwiftSetting] =
    Context.environment["TESTABLE_RELEASE"] == nil ? [] : [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

let package = Package(
    name: "SectionalClient",
    platforms: [.iOS(.v15), .tvOS(.v15), .watchOS(.v8), .macOS(.v12), .visionOS(.v1)],
    products: [.library(name: "SectionalClient", targets: ["SectionalClient"])],
    targets: [
        .target(
            name: "SectionalClient",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ] + testable)
    ]
)
