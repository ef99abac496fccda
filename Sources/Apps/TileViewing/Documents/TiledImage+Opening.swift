internal import Concurrency
public import TiledLayers

extension TiledImage {
    /// Opens any file that the viewer opens: a tile pyramid, or an image of any format and size.
    ///
    /// A pyramid is complete at once. A plain image is first shown as a preview, which grows while the image is decoded. A
    /// large image is then cut into a disk cache, and its tiles appear as they are cut. When it is opened again, it is
    /// complete at once. The work goes on in the background until it is done, whether or not the image is retained. To
    /// close an image or to see its progress, use a ``Document``.
    ///
    /// ```swift
    /// let layer = TiledLayer(image: try await TiledImage.open("photo.jpg"))
    /// ```
    ///
    /// - Parameters:
    ///   - path: a pyramid, a file of one, a folder that contains one, or an image.
    ///   - options: the limits for hostile files, the cache, the quality of tiles.
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
    ///   - loader: the loader of the tiles, by default a new one with the default limits.
    /// - Throws: `StoreError` or `CodecError`, which name the file, the fault and the remedy.
    public convenience init(opening path: String, loader: TileLoader = TileLoader()) async throws {
        self.init(image: try await TiledImage.open(path), loader: loader)
    }
}
