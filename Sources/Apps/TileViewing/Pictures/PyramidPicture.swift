internal import Concurrency
internal import LayerTree
public import TilePyramid
public import TiledLayers
public import VectorDrawing

/// Pictures of pyramids and images of any size, made without a window or a screen.
public enum PyramidPicture {
    /// Draws a file, or a part of it, in a size.
    ///
    /// ```swift
    /// let picture = try await PyramidPicture.render("big.dzi", size: PixelSize(width: 800, height: 600))
    /// try picture.write(to: "small.jpg")
    /// ```
    ///
    /// It reads the tiles that the size needs, and no more; a large image without levels is cut into the cache first, as the
    /// viewer does it, into JPEG tiles whose pixels are close to those of the image. Reduced pixels are means of those that they cover.
    ///
    /// - Parameters:
    ///   - path: a pyramid, an image, or an address of a pyramid.
    ///   - size: the size of the picture in pixels; from 1 to ``LayerPicture/longestSide`` a side.
    ///   - rect: the part to show in full-size pixels, as large as it fits, in the middle; nil, the default, for all of it.
    ///   - background: the color beside the image; the default is clear.
    ///   - options: the limits for hostile files, the cache, the quality of tiles.
    ///   - timeout: the most seconds to wait once the file is open; the default is 60.
    /// - Returns: the pixels.
    /// - Throws: `StoreError` or `CodecError` if the file cannot be opened; ``PictureError`` if a part could not be loaded, with the
    ///   picture of the rest.
    @MainActor
    public static func render(
        _ path: String, size: PixelSize, showing rect: Rect? = nil, background: Color = .clear,
        options: DocumentOptions = DocumentOptions(), timeout: Double = 60
    ) async throws -> PixelBuffer {
        let document = try await runBlockingWork(label: "TileViewing.picture") { _ in
            try Document(opening: path, options: options)
        }
        defer { document.close() }
        let picture = try await render(
            document.image, size: size, showing: rect, background: background, timeout: timeout)
        if let failure = document.failure { throw failure }
        return picture
    }

    /// Draws a tiled image, or a part of it, in a size; otherwise the same as
    /// ``render(_:size:showing:background:options:timeout:)``.
    ///
    /// Images of channels have the rendering that the image was made with.
    @MainActor
    public static func render(
        _ image: TiledImage, size: PixelSize, showing rect: Rect? = nil, background: Color = .clear,
        timeout: Double = 60
    ) async throws -> PixelBuffer {
        let whole = image.pyramid.size
        let rect = rect ?? Rect(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height))
        let points = Size(width: Double(size.width), height: Double(size.height))
        let scale = min(points.width / rect.size.width, points.height / rect.size.height)
        guard !rect.isEmpty, scale.isFinite, scale > 0, rect.origin.x.isFinite, rect.origin.y.isFinite else {
            throw PictureError(
                faults: ["the part of the image is empty. Choose one with a width and a height."], picture: nil)
        }
        guard rect.minX < Double(whole.width), rect.minY < Double(whole.height), rect.maxX > 0, rect.maxY > 0 else {
            throw PictureError(
                faults: ["the part has nothing of the image, which has \(whole) pixels."], picture: nil)
        }
        return try await LayerPicture.render(size: points, background: background, timeout: timeout) { stage in
            let layer = TiledLayer(image: image)
            layer.fadeDuration = 0
            layer.minificationFilter = .supersampled
            layer.anchorPoint = .zero
            layer.affineTransform = AffineTransform(scaleX: scale, y: scale)
            layer.position = Point(
                x: points.width / 2 - (rect.minX + rect.size.width / 2) * scale,
                y: points.height / 2 - (rect.minY + rect.size.height / 2) * scale)
            stage.root.addSublayer(layer)
        }
    }
}
