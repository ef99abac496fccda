internal import Concurrency
internal import TiledLayers

extension Document {
    /// The documents of images, as far as they still exist; background work retains its document.
    private static let opened = Locked<[TiledImage.ID: WeakDocument]>([:])

    private struct WeakDocument {
        weak var document: Document?
    }

    /// Remembers the document as that of its image.
    func register() {
        Self.opened.withLock { opened in
            opened = opened.filter { $0.value.document != nil }
            opened[image.id] = WeakDocument(document: self)
        }
    }

    /// Whether the document of an image is being decoded or cut, so that tiles will arrive that are absent now.
    static func isBusy(with image: TiledImage) -> Bool {
        opened.withLock { $0[image.id]?.document }?.state.stage.isBusy ?? false
    }
}
