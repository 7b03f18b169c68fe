import UIKit

/// A row with a picture, which is loaded while the row is shown.
final class PictureCell: UICollectionViewListCell {
    private var loaded: (address: URL, picture: UIImage)?
    private var loading: Task<Void, Never>?

    /// Shows a row's content, and the picture beside it as soon as it is there.
    ///
    /// - Parameter address: The picture's; nil for a row that has none.
    func show(_ content: UIListContentConfiguration, pictureAt address: URL?) {
        loading?.cancel()
        var content = content
        content.imageProperties.maximumSize = CGSize(width: 40, height: 40)
        content.image = loaded.flatMap { $0.address == address ? $0.picture : nil }
        contentConfiguration = content
        guard let address, content.image == nil else { return }
        loading = Task { [weak self] in
            guard let (bytes, _) = try? await URLSession.shared.data(from: address), !Task.isCancelled else { return }
            guard let self, let picture = UIImage(data: bytes) else { return }
            loaded = (address, picture)
            content.image = picture
            contentConfiguration = content
        }
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        loading?.cancel()
    }
}
