public import TilePyramid
public import TiledLayers
internal import TileStores

/// A file that is open: an image in tiles, and what people call it.
public struct Document: Sendable {
    /// The path as it was given.
    public var path: String
    /// The last part of the path.
    public var name: String
    /// Its tiles, for layers.
    public var image: TiledImage
    /// Its tiles as they are stored.
    public var source: any TileSource

    /// A document of tiles from anywhere.
    ///
    /// - Parameters:
    ///   - path: what it is opened by; beside it goes what is exported.
    ///   - source: its tiles.
    public init(path: String, source: any TileSource) {
        self.path = path
        name = FilePath.name(of: path)
        self.source = source
        image = TiledImage(source, name: name)
    }

    /// Opens a pyramid of any kind; blocks while it reads, so not for the main thread.
    ///
    /// - Parameter path: its descriptor, or a folder.
    /// - Throws: `StoreError`, which says what is wrong and what to do.
    public init(opening path: String) throws {
        guard let pyramid = try Pyramids.open(path) else {
            throw StoreError(.malformed, path: path, "this is no pyramid. Cut one of the image with tilecut.")
        }
        self.init(path: path, source: pyramid.source)
    }

    /// The full size in pixels.
    public var size: PixelSize { image.pyramid.size }

    /// The path without its ending, which names of exported files begin with.
    var stem: String {
        let stem = FilePath.withoutExtension(path)
        let suffix = "_files"
        return stem.hasSuffix(suffix) ? String(stem.dropLast(suffix.count)) : stem
    }
}

extension Document {
    /// The same with every tile so many seconds later.
    public func delayed(by seconds: Double) -> Document {
        Document(path: path, source: DelayedSource(source, seconds: seconds))
    }
}
