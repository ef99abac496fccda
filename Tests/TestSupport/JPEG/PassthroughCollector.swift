import PixelKernels
import Testing
package import TilePyramid

import ImageCodecs
import ImageMetadata
package import ImageSources

/// Collects the tiles and half-scale samples of a passthrough source.
///
/// Each row of tiles is written when the next one arrives or memory runs short.
package final class PassthroughCollector: PassthroughReceiver {
    package private(set) var tiles: [TileIndex: [UInt8]] = [:]
    /// The samples of the next coarser level: of its pixels, or of its planes.
    package var half: [[UInt8]] { halfSamples.samples }
    /// The number of times the source had to wait for memory.
    package private(set) var waits = 0
    package let pyramid: Pyramid
    /// The source's warnings after reading.
    package private(set) var warnings: [String] = []
    package let source: any PassthroughTileSource
    private let asPlanes: Bool
    private var halfSamples: HalfScaleSamples
    private var waiting: (any PassthroughRow)?

    /// Creates a collector for a JPEG that can be cut losslessly into tiles of this size; ``read()`` cuts it.
    package init(
        _ jpeg: [UInt8], tileSize: Int, asPlanes: Bool = false, shape: PyramidShape = PyramidShape(),
        allowTruncated: Bool = false
    ) throws {
        var options = DecodeOptions()
        options.allowTruncated = allowTruncated
        source = try #require(
            try openImage(.bytes(jpeg, name: "test.jpg"), options: options) as? any PassthroughTileSource,
            "JPEGs are passthrough sources")
        pyramid = Pyramid(size: source.info.size, tileSize: tileSize, shape: shape)
        try #require(source.passthroughBlocker(for: pyramid, encoding: TileEncoding()) == nil)
        self.asPlanes = asPlanes && source.hasHalfScalePlanes
        halfSamples = HalfScaleSamples(
            of: pyramid.size, bytesPerPixel: self.asPlanes ? 1 : source.info.layout.bytesPerPixel)
    }

    /// Cuts a JPEG into tiles of this size.
    package static func cut(
        _ jpeg: [UInt8], tileSize: Int, asPlanes: Bool = false, allowTruncated: Bool = false, threads: Int = 2
    ) throws -> PassthroughCollector {
        let collector = try PassthroughCollector(
            jpeg, tileSize: tileSize, asPlanes: asPlanes, allowTruncated: allowTruncated)
        try collector.read(threads: threads)
        return collector
    }

    /// Reads the source to its end; after an error, the tiles that arrived before it are kept.
    package func read(threads: Int = 2) throws {
        defer { warnings = source.warnings }
        try source.readTiles(of: pyramid, encoding: TileEncoding(), asPlanes: asPlanes, threads: threads, into: self)
        try writeWaiting()
    }

    package func receive(_ row: any PassthroughRow) throws {
        try writeWaiting()
        waiting = row
    }

    private func writeWaiting() throws {
        guard let row = waiting else { return }
        for index in row.indices(on: pyramid.finestLevel) {
            try row.withTile(column: row.position(of: index)) { bytes in
                tiles[index] = bytes.withUnsafeBytes { Array($0) }
            }
        }
        waiting = nil
    }

    package func receiveHalfScale(_ band: PixelBand) throws { halfSamples.add(band) }

    package func receiveHalfScale(_ band: PlanarBand) throws { halfSamples.add(band) }

    package func awaitProgress() throws {
        waits += 1
        try #require(waiting != nil, "there is nothing to wait for")
        try writeWaiting()
    }

    /// Expects tiles to have all coefficients of an upright image, and its quantization.
    package func expectBlocks(of jpeg: [UInt8], matching storage: Libjpeg.Storage) throws {
        let whole = Libjpeg.coefficients(of: jpeg)
        let most = (
            across: storage.sampling.map(\.across).max() ?? 1, down: storage.sampling.map(\.down).max() ?? 1
        )
        for index in pyramid.indices where index.level == pyramid.finestLevel.index {
            let tile = Libjpeg.coefficients(of: try #require(tiles[index]))
            #expect(tile.count == whole.count)
            let rect = pyramid.rect(of: index)
            for (number, component) in tile.enumerated() {
                let across = Int(storage.sampling[number].across)
                let down = Int(storage.sampling[number].down)
                let left = rect.x / 8 * across / Int(most.across)
                let top = rect.y / 8 * down / Int(most.down)
                #expect(component.quantization == whole[number].quantization)
                #expect(
                    component.blocks
                        == whole[number].part(
                            columns: left..<(left + component.columns), rows: top..<(top + component.rows)))
            }
        }
    }
}
