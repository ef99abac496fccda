internal import Concurrency
public import TiledLayers

extension TiledImage {
    /// Opens any file that the viewer opens: a tile pyramid, or an image of any format and size.
    ///
    /// A pyramid is complete at once. A plain image is first shown as a preview, which grows while it is decoded; a large
    /// one is then cut into a disk cache, and its tiles appear as they are cut. The next time it is complete at once. That
    /// work goes on in the background until it is done, whether or not the image is retained; a ``Document`` can be
    /// closed, and reports its progress.
    ///
    /// ```swift
    /// let layer = TiledLayer(image: try await TiledImage.open("photo.jpg"))
    /// ```
    ///
    /// - Parameters:
    ///   - path: a pyramid, a file of one, a folder that contains one, or an image.
    ///   - options: how it is opened: limits for hostile files, the cache, the quality of tiles.
    /// - Returns: the image, for layers; the object stays the same while tiles appear.
    /// - Throws: `StoreError` or `CodecError`, which name the file, the fault and the remedy.
    public static func open(_ path: String, options: DocumentOptions = DocumentOptions()) async throws -> TiledImage {
        try await runBlockingWork(label: "TileViewing.open") { _ in try Document(opening: path, options: options).image
        }
    }
}

extension TiledLayer {
    /// Creates a layer that shows a file: a tile pyramid, or an image of any format and size.
    ///
    /// See `TiledImage.open(_:options:)`.
    ///
    /// - Parameters:
    ///   - path: a pyramid, a file of one, a folder that contains one, or an image.
    ///   - loader: the loader of the tiles, by default one of its own with the default limits.
    /// - Throws: `StoreError` or `CodecError`, which name the file, the fault and the remedy.
    public convenience init(opening path: String, loader: TileLoader = TileLoader()) async throws {
        self.init(image: try await TiledImage.open(path), loader: loader)
    }
}
