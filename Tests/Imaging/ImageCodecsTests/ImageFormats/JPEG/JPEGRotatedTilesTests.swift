import ImageMetadata
import ImageSources
import TestSupport
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct JPEGRotatedTilesTests {
    private static let storages = Libjpeg.Storage.all
    private static let sizes = [
        PixelSize(width: 160, height: 96), PixelSize(width: 75, height: 53), PixelSize(width: 64, height: 53),
        PixelSize(width: 53, height: 64),
    ]
    private static let orientations = Orientation.allCases.filter { $0 != .upright }

    // MARK: Orientations (EXIF 2.32, tag 0x0112)

    /// Returns the position of a stored pixel or block in the upright image.
    private static func upright(_ x: Int, _ y: Int, in size: PixelSize, _ orientation: Orientation) -> (x: Int, y: Int)
    {
        let right = size.width - 1 - x
        let bottom = size.height - 1 - y
        return switch orientation {
        case .upright: (x, y)
        case .flippedHorizontally: (right, y)
        case .rotated180: (right, bottom)
        case .flippedVertically: (x, bottom)
        case .transposed: (y, x)
        case .rotated90: (bottom, x)
        case .transversed: (bottom, right)
        case .rotated270: (y, right)
        }
    }

    private static func flipsHorizontally(_ orientation: Orientation) -> Bool {
        [.flippedHorizontally, .rotated180, .transversed, .rotated270].contains(orientation)
    }

    private static func flipsVertically(_ orientation: Orientation) -> Bool {
        [.rotated180, .flippedVertically, .rotated90, .transversed].contains(orientation)
    }

    /// An image's samples, upright.
    private static func rotated(
        _ samples: [UInt8], _ size: PixelSize, _ orientation: Orientation
    ) -> [UInt8] {
        let channels = samples.count / size.area
        let width = orientation.upright(size).width
        var rotated = samples
        for y in 0..<size.height {
            for x in 0..<size.width {
                let position = upright(x, y, in: size, orientation)
                for channel in 0..<channels {
                    rotated[channels * (position.y * width + position.x) + channel] =
                        samples[channels * (y * size.width + x) + channel]
                }
            }
        }
        return rotated
    }

    /// A component, upright: blocks moved, coefficients transposed, and negated where the frequency is odd.
    private static func rotated(_ component: Libjpeg.Component, _ orientation: Orientation) -> Libjpeg.Component {
        let size = PixelSize(width: component.columns, height: component.rows)
        var rotated = component
        let upright = orientation.upright(size)
        rotated.columns = upright.width
        rotated.rows = upright.height
        for block in 0..<size.area {
            let position = Self.upright(block % size.width, block / size.width, in: size, orientation)
            for across in 0..<8 {
                for down in 0..<8 {
                    let isNegated =
                        (flipsHorizontally(orientation) && across % 2 == 1)
                        != (flipsVertically(orientation) && down % 2 == 1)
                    let value = component.blocks[64 * block + 8 * down + across]
                    let target = orientation.transposes ? 8 * across + down : 8 * down + across
                    rotated.blocks[64 * (position.y * upright.width + position.x) + target] = isNegated ? -value : value
                    rotated.quantization[target] = component.quantization[8 * down + across]
                }
            }
        }
        return rotated
    }

    /// Whether the MCUs at the upright image's left and upper edge are whole.
    private static func canBeRotated(
        _ size: PixelSize, _ storage: Libjpeg.Storage, _ orientation: Orientation
    ) -> Bool {
        let across = storage.sampling.map { Int($0.across) }.max() ?? 1
        let down = storage.sampling.map { Int($0.down) }.max() ?? 1
        return (!flipsHorizontally(orientation) || size.width.isMultiple(of: 8 * across))
            && (!flipsVertically(orientation) || size.height.isMultiple(of: 8 * down))
    }

    // MARK: Tests

    @Test(arguments: orientations, storages)
    func `every block of a tile has the image's own coefficients, rotated`(
        orientation: Orientation, storage: Libjpeg.Storage
    ) throws {
        for size in Self.sizes where Self.canBeRotated(size, storage, orientation) {
            let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
            let cut = try PassthroughCollector.cut(HandmadeJPEG.rotated(jpeg, orientation), tileSize: 32)
            #expect(cut.pyramid.size == orientation.upright(size))
            #expect(cut.tiles.count == cut.pyramid.finestLevel.grid.count)
            let whole = Libjpeg.coefficients(of: jpeg).map { Self.rotated($0, orientation) }
            let factors = storage.sampling.map {
                orientation.transposes
                    ? (across: Int($0.down), down: Int($0.across)) : (across: Int($0.across), down: Int($0.down))
            }
            let most = (across: factors.map(\.across).max() ?? 1, down: factors.map(\.down).max() ?? 1)
            for (index, bytes) in cut.tiles {
                let rect = cut.pyramid.rect(of: index)
                for (number, component) in Libjpeg.coefficients(of: bytes).enumerated() {
                    let left = rect.x / 8 * factors[number].across / most.across
                    let top = rect.y / 8 * factors[number].down / most.down
                    #expect(component.quantization == whole[number].quantization)
                    #expect(
                        component.blocks
                            == whole[number].part(
                                columns: left..<left + component.columns, rows: top..<top + component.rows))
                }
            }
        }
    }

    @Test(arguments: [Orientation.flippedHorizontally, .rotated180, .flippedVertically], storages)
    func `a mirrored tile decodes to the image's own pixels`(
        orientation: Orientation, storage: Libjpeg.Storage
    ) throws {
        let size = PixelSize(width: 160, height: 96)
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        let cut = try PassthroughCollector.cut(HandmadeJPEG.rotated(jpeg, orientation), tileSize: 64)
        let whole = Self.rotated(Libjpeg.samples(of: jpeg).samples, size, orientation)
        let channels = whole.count / size.area
        for (index, bytes) in cut.tiles {
            let rect = cut.pyramid.rect(of: index)
            let expected = rect.rows.flatMap { y -> ArraySlice<UInt8> in
                let start: Int = channels * (y * size.width + rect.x)
                return whole[start..<start + channels * rect.size.width]
            }
            let samples = Libjpeg.samples(of: bytes).samples
            // The IDCT rounds halves up in columns before it sums rows, so that mirroring can change the rounding.
            let differences = zip(samples, expected).map { abs(Int($0) - Int($1)) }
            #expect(orientation == .flippedVertically ? samples == expected : differences.allSatisfy { $0 <= 3 })
            #expect(differences.count { $0 > 0 } * 50 <= differences.count)
        }
    }

    @Test(arguments: orientations, storages)
    func `the next level is that of the stored image, rotated`(
        orientation: Orientation, storage: Libjpeg.Storage
    ) throws {
        for size in Self.sizes where Self.canBeRotated(size, storage, orientation) {
            let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
            let rotated = HandmadeJPEG.rotated(jpeg, orientation)
            let whole = try PassthroughCollector.cut(jpeg, tileSize: 32).half[0]
            let half = try PassthroughCollector.cut(rotated, tileSize: 32).half[0]
            #expect(half == Self.rotated(whole, size.halved, orientation))
            guard storage.name.hasSuffix("4:2:0"), !storage.isReadByLibjpeg else { continue }
            let planes = try PassthroughCollector.cut(jpeg, tileSize: 32, asPlanes: true).half
            let turned = try PassthroughCollector.cut(rotated, tileSize: 32, asPlanes: true).half
            let sizes = [size.halved, size.halved.halved, size.halved.halved]
            for (number, size) in sizes.enumerated() {
                #expect(turned[number] == Self.rotated(planes[number], size, orientation))
            }
        }
    }

    @Test(arguments: orientations, storages + Libjpeg.Storage.scans)
    func `tiles have the bytes that libjpeg writes, with any number of threads`(
        orientation: Orientation, storage: Libjpeg.Storage
    ) throws {
        for size in Self.sizes.prefix(3) where Self.canBeRotated(size, storage, orientation) {
            let jpeg = HandmadeJPEG.rotated(
                Libjpeg.encode(width: size.width, height: size.height, as: storage), orientation)
            // libjpeg reads and writes where damage is allowed.
            let tiles = try PassthroughCollector.cut(jpeg, tileSize: 64, allowTruncated: true).tiles
            let single = try PassthroughCollector.cut(jpeg, tileSize: 64, threads: 1)
            #expect(single.tiles == tiles)
            let several = try PassthroughCollector.cut(jpeg, tileSize: 64, threads: 8)
            #expect(several.tiles == tiles)
            #expect(several.half == single.half)
            #expect(single.warnings.isEmpty && several.warnings.isEmpty)
        }
    }

    @Test(arguments: orientations, storages)
    func `pixels are rotated where blocks cannot be`(orientation: Orientation, storage: Libjpeg.Storage) throws {
        for size in Self.sizes {
            let jpeg = HandmadeJPEG.rotated(
                Libjpeg.encode(width: size.width, height: size.height, as: storage), orientation)
            let source = try #require(try openImage(.bytes(jpeg, name: "test.jpg")) as? any PassthroughTileSource)
            let pyramid = Pyramid(size: orientation.upright(size), tileSize: 64)
            let passthroughBlocker = source.passthroughBlocker(for: pyramid, encoding: TileEncoding())
            let canBeRotated = Self.canBeRotated(size, storage, orientation)
            #expect((passthroughBlocker == nil) == canBeRotated)
            #expect(passthroughBlocker?.hasPrefix("it is rotated by EXIF, and its stored ") ?? canBeRotated)
            let image = try DecodedImage(source)
            let upright = try DecodedImage.throughVips(jpeg)
            #expect(image.info.size == upright.info.size && image.samples.count == upright.samples.count)
        }
    }

    @Test func `the reason why blocks cannot be rotated names the side`() throws {
        let storage = Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)])
        let jpeg = Libjpeg.encode(width: 100, height: 90, as: storage)
        func passthroughBlocker(_ orientation: Orientation) throws -> String? {
            let source = try openImage(.bytes(HandmadeJPEG.rotated(jpeg, orientation), name: "test.jpg"))
            return (source as? any PassthroughTileSource)?.passthroughBlocker(
                for: Pyramid(size: source.info.size), encoding: TileEncoding())
        }
        #expect(
            try passthroughBlocker(.flippedHorizontally)
                == "it is rotated by EXIF, and its stored width of 100 pixels is not a multiple of the MCU's 16")
        #expect(
            try passthroughBlocker(.flippedVertically)
                == "it is rotated by EXIF, and its stored height of 90 pixels is not a multiple of the MCU's 16")
        #expect(try passthroughBlocker(.transposed) == nil)
    }

    @Test(arguments: orientations)
    func `the EXIF of tiles has the upright orientation`(orientation: Orientation) throws {
        let jpeg = HandmadeJPEG.rotated(
            Libjpeg.encode(
                width: 64, height: 64, as: Libjpeg.Storage(name: "gray", sampling: [(1, 1)])), orientation)
        let source = try openImage(.bytes(jpeg, name: "test.jpg"))
        let exif = try #require(source.info.exif)
        #expect(EXIFBlock.orientation(in: exif) == .upright)
    }

    @Test(arguments: orientations.filter { $0 != .flippedHorizontally })
    func `at most one row of tiles is in memory as coefficients`(orientation: Orientation) throws {
        let storage = Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], isArithmetic: true)
        let jpeg = Libjpeg.encode(width: 512, height: 512, as: storage)
        let cut = try PassthroughCollector.cut(HandmadeJPEG.rotated(jpeg, orientation), tileSize: 128)
        // Each of the 4 rows except the last has to be written before the next one fits.
        #expect(cut.waits == 3)
    }

    @Test(arguments: orientations, [2, 5, 8])
    func `a truncated stream is an error, or gives all tiles with one warning`(orientation: Orientation, part: Int)
        throws
    {
        for storage in [
            Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)]),
            Libjpeg.Storage(name: "progressive", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true),
        ] {
            let jpeg = HandmadeJPEG.rotated(Libjpeg.encode(width: 160, height: 96, as: storage), orientation)
            let start = Array(jpeg.prefix(max(700, jpeg.count * part / 10)))
            #expect {
                try PassthroughCollector.cut(start, tileSize: 32)
            } throws: {
                ($0 as? CodecError)?.code == .truncated
            }
            let cut = try PassthroughCollector.cut(start, tileSize: 32, allowTruncated: true)
            #expect(cut.tiles.count == 15)
            #expect(cut.warnings.count == 1)
            let rows = orientation.upright(PixelSize(width: 160, height: 96))
            #expect(cut.half[0].count == rows.halved.area * 3)
        }
    }
}
