import SectionalClient
import UIKit

/// Cities by country, as they are on the server right now. A tap tells the server.
///
/// A row shows what was chosen for everybody on the server's page (“What a row shows…”); else the members that `samples/cities.json` has.
final class CitiesViewController: UIViewController {
    private let cities: RemoteDataProvider<JSONValue>
    private lazy var collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: Self.layout)
    private lazy var dataSource = RemoteCollectionDataSource(cities, for: collectionView)
    private var following: Task<Void, Never>?

    init(_ service: SectionalService) {
        cities = RemoteDataProvider(service, list: "cities")
        super.init(nibName: nil, bundle: nil)
        title = "Cities"
    }

    required init?(coder: NSCoder) { nil }

    deinit { following?.cancel() }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(collectionView)
        // The list's items have the type `CityItem`, whose cell is `CityCell`.
        dataSource.register(PictureCell.self, for: "CityCell") { [cities] cell, row in
            let shown = cities.info.row
            func text(_ pointer: String?) -> String? { pointer.flatMap { row.value?[pointer: $0]?.text } }
            var content = cell.defaultContentConfiguration()
            content.text = text(shown.title ?? "/city")
            content.secondaryText = text(shown.detail ?? "/airport")
            cell.show(content, pictureAt: text(shown.picture).flatMap { URL(string: $0) })
            cell.accessories = text(shown.trailing).map { [.label(text: $0)] } ?? []
        }
        dataSource.register(UICollectionViewListCell.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader) {
            header, section in
            var content = header.defaultContentConfiguration()
            content.text = section.header?.string
            header.contentConfiguration = content
        }
        dataSource.didChangeInfo = { [weak self] info in self?.title = info.title ?? "Cities" }
        dataSource.didChangeState = { [navigationItem] state in navigationItem.prompt = state == .live ? nil : "Not connected" }
        following = Task { [dataSource] in await dataSource.follow() }
        cities.start()
    }

    private static var layout: UICollectionViewLayout {
        var list = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
        list.headerMode = .supplementary
        return UICollectionViewCompositionalLayout.list(using: list)
    }
}
