// What this project uses of SwiftUI, with the signatures of iOS 15's and the bodies of nothing (see UIKit.swift).
@_exported public import Combine
@_exported public import Foundation
public import UIKit

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { return fatalError() }
}

public protocol Primitive: View where Body == Never {}

extension Primitive {
    public var body: Never { return fatalError() }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> { TupleView() }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> { ConditionalContent() }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> { ConditionalContent() }
}

public struct TupleView<each Content: View>: Primitive {}
public struct ConditionalContent<First: View, Second: View>: Primitive {}

extension Optional: View where Wrapped: View {
    public var body: Never { return fatalError() }
}

public struct AnyView: Primitive {
    public init<V: View>(_ view: V) {}
}

@MainActor @preconcurrency public protocol DynamicViewContent: View {
    associatedtype Data: Collection
    var data: Data { get }
}

extension DynamicViewContent {
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { self }
}

@propertyWrapper public struct Binding<Value> {
    private let get: () -> Value
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { self.get = get }
    public var wrappedValue: Value {
        get { get() }
        nonmutating set {}
    }
}

public struct Alignment: Sendable {
    public static let center = Alignment()
}

public struct EmptyView: Primitive {
    public init() {}
}

public struct Text: Primitive {
    public init<S: StringProtocol>(_ content: S) {}
}

public struct ProgressView: Primitive {
    public init() {}
}

public struct Button<Label: View>: Primitive {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

public struct VStack<Content: View>: Primitive {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: Primitive {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: Primitive {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Primitive, DynamicViewContent {
    public var data: Data
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.data = data
    }
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID { self.data = data }
}

extension ForEach where Data == Range<Int>, ID == Int {
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) { self.data = data }
}

public struct Section<Header: View, Content: View>: Primitive {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {}
}

extension Section where Header == Text {
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

public struct NavigationView<Content: View>: Primitive {
    public init(@ViewBuilder content: () -> Content) {}
}

extension View {
    public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        self
    }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
    public func frame(minHeight: CGFloat? = nil, alignment: Alignment = .center) -> some View { self }
    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View { self }
    public func alert<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View { self }
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
    public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
    public func ignoresSafeArea() -> some View { self }
    public func foregroundColor(_ color: Color?) -> some View { self }
}

public struct Color: Primitive {
    public static let secondary = Color()
}

@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
}

extension UIViewControllerRepresentable {
    public var body: Never { return fatalError() }
}

@MainActor @preconcurrency public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {}

@MainActor
@preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}
