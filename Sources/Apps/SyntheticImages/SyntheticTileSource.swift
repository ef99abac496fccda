internal import ImageCodecs
internal import Concurrency
internal import PixelKernels
public import TilePyramid

/// A pyramid of any size whose tiles show their addresses, for tests of viewers.
///
/// Every tile has a single color, which encodes its level, column and row: a single pixel of a screenshot shows whether
/// the right tile of the right level is in the right position. Labels for people can be drawn over it. Tiles are PNG,
/// generated on demand; the same tile always has the same bytes.
public final class SyntheticTileSource: TileSource {
    /// The levels and grids.
    public let pyramid: Pyramid
    /// Whether tiles have a border and their address, such as `3/4,5`.
    public let hasLabels: Bool

    private let font = StrokeFont()
    /// The idle encoders; their number is that of tiles that have been generated concurrently.
    private let encoders = Locked<[any TileEncoder]>([])

    /// Creates a source of synthetic tiles.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - hasLabels: whether tiles have a border and their address; the default is `true`. Without them all pixels of a
    ///     tile are equal.
    public init(pyramid: Pyramid, hasLabels: Bool = true) {
        self.pyramid = pyramid
        self.hasLabels = hasLabels
    }

    /// Generates a tile; one of 256×256 pixels takes about a millisecond.
    ///
    /// - Returns: the tile; nil for an index outside the pyramid.
    /// - Throws: `CodecError` if the encoder runs out of memory.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        let size = pyramid.rect(of: index).size
        let layout = PixelLayout(.rgb)
        let rowBytes = size.width * layout.bytesPerPixel
        var pixels = draw(index, size: size)
        let encoder = try encoders.withLock { $0.popLast() } ?? Self.encoding.makeEncoder(for: layout)
        defer { encoders.withLock { $0.append(encoder) } }
        var tile = EncodedTile(bytes: [], format: .png)
        try pixels.withUnsafeMutableBytes { raw in
            let rows = (0..<size.height).compactMap { y in raw.baseAddress.map { UnsafeRawPointer($0 + y * rowBytes) } }
            try rows.withUnsafeBufferPointer { rows in
                try encoder.encode(TilePixels(size: size, layout: layout, rows: rows)) { bytes in
                    tile.bytes = bytes.withUnsafeBytes { Array($0) }
                }
            }
        }
        return tile
    }

    private static let encoding: TileEncoding = {
        var encoding = TileEncoding()
        encoding.format = .png
        return encoding
    }()

    /// Returns the red, green and blue samples of a tile, row by row.
    private func draw(_ index: TileIndex, size: PixelSize) -> [UInt8] {
        let color = TileColor(of: index)
        let row = (0..<size.width).flatMap { _ in [color.red, color.green, color.blue] }
        var pixels = [UInt8]()
        pixels.reserveCapacity(row.count * size.height)
        for _ in 0..<size.height {
            pixels += row
        }
        guard hasLabels else { return pixels }
        let shapes = shapes(index, size: size)
        pixels.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for y in 0..<size.height {
                let canvas = RowCanvas(pixels: base + y * row.count, width: size.width, bytesPerPixel: 3)
                for shape in shapes where shape.rows.contains(Float(y)) {
                    shape.draw(row: y, on: canvas)
                }
            }
        }
        return pixels
    }

    /// Returns the border, and the address if it fits.
    private func shapes(_ index: TileIndex, size: PixelSize) -> [OverlayShape] {
        let (right, bottom) = (Float(size.width - 1), Float(size.height - 1))
        let ink = SIMD4<Float>(255, 255, 255, 255)
        func line(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float) -> OverlayShape {
            .line(OverlayShape.Line(x0: x0, y0: y0, x1: x1, y1: y1, width: 1, color: ink, opacity: 0.6))
        }
        let border = [
            line(0, 0, right, 0), line(0, bottom, right, bottom), line(0, 0, 0, bottom), line(right, 0, right, bottom),
        ]
        let text = "\(index.level)/\(index.column),\(index.row)"
        // Letters are about as wide as they are high.
        let height = min(right / Float(text.count + 1), bottom / 4)
        guard height >= 5 else { return border }
        let style = OverlayShape.Text.Style(height: height, ink: ink)
        return border + [
            .text(
                OverlayShape.Text(
                    text, x: right / 2, top: (bottom - height) / 2, alignment: 0.5, style: style, font: font))
        ]
    }
}
