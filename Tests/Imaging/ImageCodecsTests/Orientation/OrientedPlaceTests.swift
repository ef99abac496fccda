import Foundation
import Georeferencing
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// The positions of pixels in a georeferenced image that is turned upright.
///
/// GDAL does not know orientations: a pixel lies where its stored column and row have it.
@Suite(.timeLimited) struct OrientedPlaceTests {
    /// The ways to state a place.
    enum Kind: CaseIterable {
        case northUp, negativeHeight, point, tiedInside, matrix, pointMatrix, controlPoints, pointControlPoints
    }

    private static let size = PixelSize(width: 5, height: 3)

    /// A file of numbered pixels with an orientation and a place.
    private static func page(_ kind: Kind, _ orientation: Orientation) -> TIFFFixture {
        var page = TIFFFixture(width: size.width, height: size.height) { x, y, _ in UInt64(10 * y + x) }
        let isPoint = [.point, .pointMatrix, .pointControlPoints].contains(kind)
        page.tags = [
            274: .shorts([orientation.rawValue]),
            34735: .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, isPoint ? 2 : 1, 3072, 0, 1, 32633]),
        ]
        switch kind {
        case .northUp, .point:
            page.tags[33550] = .doubles([10, 20, 0])
            page.tags[33922] = .doubles([0, 0, 0, 500_000, 5_500_000, 0])
        case .negativeHeight:
            page.tags[33550] = .doubles([10, -20, 0])
            page.tags[33922] = .doubles([0, 0, 0, 500_000, 5_500_000, 0])
        case .tiedInside:
            page.tags[33550] = .doubles([10, 20, 3])
            page.tags[33922] = .doubles([2, 1, 1, 500_000, 5_500_000, 70])
        case .matrix, .pointMatrix:
            page.tags[34264] = .doubles([8, 6, 0, 500_000, 6, -8, 0, 5_500_000, 0, 0, 2, 7, 0, 0, 0, 1])
        case .controlPoints, .pointControlPoints:
            var numbers: [Double] = []
            for (column, row) in [(0.0, 0.0), (4.0, 0.0), (0.0, 2.0), (4.0, 2.0)] {
                let x: Double = 500_000 + 16 * column + 2 * row
                let y: Double = 5_500_000 - 4 * column - 8 * row
                numbers += [column, row, 0, x, y, 0]
            }
            page.tags[33922] = .doubles(numbers)
        }
        return page
    }

    /// The coordinates of the centers of pixels by their value.
    private static func centers(_ place: RasterGeoreference, _ image: DecodedImage) -> [Int: [Double]] {
        var centers: [Int: [Double]] = [:]
        for y in 0..<image.info.size.height {
            for x in 0..<image.info.size.width {
                let point = place.transform.coordinate(x: Double(x) + 0.5, y: Double(y) + 0.5)
                centers[image.pixel(x, y)[0]] = [point.x, point.y].map { ($0 * 1e6).rounded() / 1e6 }
            }
        }
        return centers
    }

    @Test(arguments: Kind.allCases, Orientation.allCases)
    func `every pixel keeps its coordinate`(_ kind: Kind, _ orientation: Orientation) throws {
        let input = ImageInput.bytes(Self.page(kind, orientation).encoded(), name: "a.tif")
        let stored = try #require(try StatedGeoreference.read(input)).georeference
        var options = DecodeOptions()
        options.autorotate = false
        let asStored = try DecodedImage(openImage(input, options: options))
        #expect(asStored.info.size == Self.size && stored.delivered(as: asStored.info) == stored)
        let wanted = Self.centers(stored, asStored)
        #expect(wanted.count == Self.size.area)

        let upright = try DecodedImage(openImage(input))
        #expect(upright.info.size == orientation.upright(Self.size))
        #expect(Self.centers(stored.delivered(as: upright.info), upright) == wanted)

        // Tags that are written for the upright pixels say the same.
        let tags = try #require(try GeoTIFFTags.read(input)).delivered(as: upright.info)
        var copy = TIFFFixture(width: upright.info.size.width, height: upright.info.size.height) { _, _, _ in 0 }
        copy.tags[34735] = .shorts(tags.keys)
        if !tags.pixelScale.isEmpty { copy.tags[33550] = .doubles(tags.pixelScale) }
        if !tags.tiepoints.isEmpty { copy.tags[33922] = .doubles(tags.tiepoints) }
        if !tags.transformation.isEmpty { copy.tags[34264] = .doubles(tags.transformation) }
        let place = try #require(try StatedGeoreference.read(.bytes(copy.encoded(), name: "b.tif"))).georeference
        #expect(place.crs == stored.crs && Self.centers(place, upright) == wanted)
    }

    @Test func `heights keep their scale, and control points stay control points`() throws {
        func tags(_ kind: Kind) throws -> GeoTIFFTags {
            let input = ImageInput.bytes(Self.page(kind, .rotated90).encoded(), name: "a.tif")
            return try #require(try GeoTIFFTags.read(input)).delivered(as: openImage(input).info)
        }
        // Upright columns lead north, and rows east; the first column is the last row.
        #expect(
            try tags(.tiedInside).transformation
                == [0, 10, 0, 499_980, 20, 0, 0, 5_499_960, 0, 0, 3, 67, 0, 0, 0, 1])
        let points = try tags(.controlPoints)
        #expect(points.transformation.isEmpty && points.tiepoints.count == 24)
        #expect(Array(points.tiepoints[0..<6]) == [3, 0, 0, 500_000, 5_500_000, 0])
    }

    @Test(arguments: Orientation.allCases)
    func `a mask beside an image is that of its stored pixels`(orientation: Orientation) throws {
        let folder = try TemporaryFolder()
        var png = PNGFixture(width: 5, height: 3) { x, y, _ in 10 * y + x + 1 }
        png.colorType = 0
        var exif: [UInt8] = Array("II*\0".utf8)
        exif += [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0]
        exif += [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0, 0]
        png.chunks = [("eXIf", exif)]
        try folder.write(Data(png.encoded()), to: "a.png")
        var mask = TIFFFixture(width: 5, height: 3) { x, y, _ in x == 1 && y == 0 ? 0 : 255 }
        mask.tags[254] = .longs([4])
        try folder.write(Data(mask.encoded()), to: "a.png.msk")
        let image = try DecodedImage(openImage(.file(folder.path("a.png"))))
        #expect(image.info.size == orientation.upright(Self.size) && image.info.layout == PixelLayout(.grayAlpha))
        var (wanted, upright): (Set<[Int]>, Set<[Int]>) = ([], [])
        for y in 0..<3 {
            for x in 0..<5 { wanted.insert(x == 1 && y == 0 ? [0, 0] : [10 * y + x + 1, 255]) }
        }
        for y in 0..<image.info.size.height {
            for x in 0..<image.info.size.width { upright.insert(image.pixel(x, y)) }
        }
        #expect(upright == wanted)
        #expect(image.info.appliedOrientation == orientation)
    }
}
