internal import Concurrency
public import LayerTree
internal import TilePyramid
public import TiledLayers
public import VectorDrawing

/// A layer with a photo of any size: a whole image, decoded at the size at which it is shown, or the tiles of a giant image.
///
/// An image of up to 32 megapixels (``wholePixelLimit``) is decoded in the background at the size at which it is shown,
/// and again when it is zoomed in. A larger image, or a pyramid, is shown by tiles. An image that was not cut yet is cut in
/// the background into the viewer's cache, as `TiledImage.open(_:options:)` does, until the layer is freed. When it is opened
/// again, it is complete at once.
///
/// ```swift
/// let photo = try await PhotoLayer(opening: "photo.jpg", loader: loader)
/// window.add(ScrollController(for: photo))
/// ```
public final class PhotoLayer: Layer {
    /// The default limit for the pixels of an image that is decoded as a whole.
    ///
    /// It is 32 megapixels, which take 128 MiB at full size.
    public static let wholePixelLimit = 32 << 20

    /// The metadata of the file.
    public let metadata: DocumentMetadata
    /// The image, if it is shown as a whole.
    public var image: LazyImage? { imageLayer?.image }
    /// The layer of the tiles, if it is shown by tiles.
    public let tiles: TiledLayer?

    /// Called once when the shown photo cannot be decoded, for example because it is truncated; the default is nil.
    ///
    /// It is not called for a photo that is shown by tiles; the tiles that can be decoded are shown. On the pages of
    /// `PagingController.init(photos:page:settings:loader:thumbnails:options:clock:)`, it shows an ``ErrorPage``.
    public var onFailure: (@MainActor (any Error) -> Void)? {
        get { imageLayer?.onFailure }
        set { imageLayer?.onFailure = newValue }
    }

    /// Returns the action of a change; a photo appears and disappears at once.
    override public class func defaultAction(for key: ActionKey) -> LayerActionResult {
        key == .onOrderIn || key == .onOrderOut ? .none : super.defaultAction(for: key)
    }

    private let imageLayer: ImageLayer?
    private let document: DocumentOwner?

    /// Closes a document, which ends its work, when the layer is gone.
    private final class DocumentOwner: Sendable {
        let document: Document

        init(_ document: Document) { self.document = document }

        deinit { document.close() }
    }

    /// Opens a photo, and sets the size of the bounds to the size in pixels.
    ///
    /// - Parameters:
    ///   - path: an image of any format, or a pyramid.
    ///   - loader: the loader for the tiles of giant images; share one among all photos.
    ///   - placeholder: the pixels that are shown until the photo is decoded; the default is nil.
    ///   - wholePixelLimit: the most pixels of an image that is decoded as a whole; the default is ``wholePixelLimit``.
    ///   - options: the page, the limits for hostile files, the cache, and the quality of tiles.
    /// - Throws: `StoreError` or `CodecError`, which name the file, the fault and the remedy.
    public init(
        opening path: String, loader: TileLoader, placeholder: PixelBuffer? = nil,
        wholePixelLimit: Int = PhotoLayer.wholePixelLimit, options: DocumentOptions = DocumentOptions()
    ) async throws {
        metadata = try await DocumentMetadata(of: path, options: options)
        if metadata.pyramid == nil, metadata.channels.isEmpty, metadata.size.area <= wholePixelLimit {
            let image = LazyImage(file: path, decoder: PhotoDecoding(options: options))
            imageLayer = ImageLayer(image: image)
            tiles = nil
            document = nil
        } else {
            let owner = DocumentOwner(
                try await runBlockingWork(label: "TileViewing.open") { _ in
                    try Document(opening: path, options: options)
                })
            imageLayer = nil
            tiles = TiledLayer(image: owner.document.image, loader: loader)
            document = owner
        }
        super.init()
        name = "photo"
        Transaction.run(disablesActions: true) {
            self.bounds = Rect(metadata.size)
            for sublayer in [imageLayer, tiles].compactMap({ $0 as Layer? }) {
                sublayer.frame = self.bounds
                addSublayer(sublayer)
            }
            imageLayer?.placeholder = placeholder
            // Tiles cover it as they arrive.
            if tiles != nil { self.contents = placeholder }
        }
    }
}

extension Rect {
    /// The rectangle of all pixels of an image.
    fileprivate init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }
}
