// What this project uses of UIKit, with the signatures of iOS 15's and the bodies of nothing: `Scripts/check-apple` builds a module of it, so
// that code for Apple's platforms is type-checked where there is no UIKit. What a method of Objective-C may leave out has a default here.
@_exported public import Foundation
@_exported public import FoundationNetworking

public typealias CGFloat = Foundation.CGFloat

extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public var section: Int { self[0] }
    public var item: Int { self[1] }
    public var row: Int { self[1] }
}

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
    public init(frame: CGRect) { super.init() }
    public required init?(coder: NSCoder) { nil }
    open var frame: CGRect = .zero
    open var bounds: CGRect = .zero
    open var backgroundColor: UIColor?
    open var window: UIWindow? { nil }
    open var autoresizingMask: AutoresizingMask = []
    open func addSubview(_ view: UIView) {}
    open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) { actionsWithoutAnimation() }

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = Self(rawValue: 2)
        public static let flexibleHeight = Self(rawValue: 16)
    }
}

open class UIColor: NSObject, @unchecked Sendable {
    open class var secondaryLabel: UIColor { UIColor() }
}

@MainActor open class UIWindow: UIView {
    open var rootViewController: UIViewController?
    open func makeKeyAndVisible() {}
}

@MainActor open class UILabel: UIView {
    open var text: String?
}

@MainActor open class UIScrollView: UIView {
    open var contentOffset: CGPoint = .zero
    open var isTracking: Bool { false }
}

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {}

@MainActor open class UIViewController: UIResponder {
    public init(nibName: String?, bundle: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { nil }
    open var view = UIView(frame: .zero)
    open var title: String?
    open var navigationItem: UINavigationItem { UINavigationItem() }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor open class UINavigationItem: NSObject {
    open var prompt: String?
}

@MainActor open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { nil }
}

@MainActor open class UIAlertController: UIViewController {
    public enum Style: Sendable { case actionSheet, alert }
    public convenience init(title: String?, message: String?, preferredStyle: Style) { self.init(nibName: nil, bundle: nil) }
    open func addAction(_ action: UIAlertAction) {}
}

@MainActor open class UIAlertAction: NSObject {
    public enum Style: Sendable { case `default`, cancel, destructive }
    public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) { self.init() }
}

public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration, Sendable {
    public static func cell() -> Self { Self() }
    public static func subtitleCell() -> Self { Self() }
    public static func plainHeader() -> Self { Self() }
    public static func groupedHeader() -> Self { Self() }
    public var text: String?
    public var secondaryText: String?
    public var image: UIImage?
    public var imageProperties = ImageProperties()

    public struct ImageProperties: Sendable {
        public var maximumSize = CGSize.zero
    }
}

@MainActor @preconcurrency open class UIApplication: NSObject {
    public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification")
    public static let willEnterForegroundNotification = Notification.Name("UIApplicationWillEnterForegroundNotification")
}

open class UIImage: NSObject, @unchecked Sendable {
    public init?(data: Data) { nil }
}
