import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

@Suite(.timeLimited) struct ChannelRegionRendererTests {
    private static let size = PixelSize(width: 13, height: 9)

    private func image(nodata: Bool = false, alpha: AlphaMeaning? = nil) -> MemoryChannelImage {
        let count = Self.size.area
        let samples = (0..<3).map { channel in (0..<count).map { UInt16(($0 * 37 + channel * 411) % 1000) } }
        var description = ChannelDescription(name: "a")
        if nodata { description.nodata = NodataValue(Int(samples[0][5])) }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 3 * 127) }
        return MemoryChannelImage(
            width: Self.size.width, type: .uint16, channels: samples,
            described: [description, description, description], alpha: alpha.map { (meaning: $0, bytes: bytes) })
    }

    private static let renderings: [ChannelRendering] = {
        let layers = [
            ChannelRendering.Layer(channel: 2, range: 10...900, color: .cyan),
            ChannelRendering.Layer(channel: 0, range: 0...500, color: .orange),
        ]
        var light = Hillshade()
        light.pixelWidth = 50
        light.pixelHeight = 40
        return [
            ChannelRendering(.composite(layers)), ChannelRendering(.composite([layers[0]])),
            ChannelRendering(.composite([ChannelRendering.Layer(channel: 1, range: 0...999, color: .white)])),
            ChannelRendering(.colormap(layers[1], .viridis)), ChannelRendering(.hillshade(channel: 0, light)),
            ChannelRendering(.terrain(channel: 1, .mapbox)),
        ]
    }()

    /// The bytes of the whole image, row by row.
    private func whole(_ image: MemoryChannelImage, _ rendering: ChannelRendering) throws -> [[UInt8]] {
        let source = try ChannelImageSource(image, rendering, file: "a", container: "TIFF", workers: 1)
        let count = source.info.size.width * source.info.layout.bytesPerPixel
        var rows: [[UInt8]] = []
        try source.readBands { band in
            for y in band.rows { rows.append(Array(UnsafeRawBufferPointer(start: band.row(y), count: count))) }
        }
        return rows
    }

    private func check(_ image: MemoryChannelImage, _ rendering: ChannelRendering) throws {
        let rows = try whole(image, rendering)
        let renderer = try ChannelRegionRenderer(image, rendering, file: "a")
        let bytes = renderer.layout.bytesPerPixel
        for (x, y, width, height) in [
            (0, 0, 13, 9), (0, 0, 1, 1), (12, 8, 1, 1), (3, 2, 7, 5), (1, 0, 4, 9), (4, 4, 9, 1),
        ] {
            // The rows of the target have gaps, which stay.
            let stride = width * bytes + 3
            var target = [UInt8](repeating: 7, count: stride * height)
            var pieces = 0
            try target.withUnsafeMutableBytes { target in
                guard let base = target.baseAddress else { return }
                let rect = PixelRect(x: x, y: y, width: width, height: height)
                try renderer.render(rect, level: 0, to: base, stride: stride) { pieces += 1 }
            }
            #expect(pieces > 0)
            for row in 0..<height {
                let expected = rows[y + row][x * bytes..<(x + width) * bytes] + [7, 7, 7]
                #expect(Array(target[row * stride..<(row + 1) * stride]) == Array(expected), "\(x), \(y + row)")
            }
        }
    }

    @Test(arguments: renderings.indices) func `A rectangle has the pixels of the image`(number: Int) throws {
        try check(image(), Self.renderings[number])
        try check(image(nodata: true), Self.renderings[number])
        try check(image(alpha: .opacity), Self.renderings[number])
        try check(image(nodata: true, alpha: .validity), Self.renderings[number])
    }

    @Test func `Without channels all is black`() throws {
        let renderer = try ChannelRegionRenderer(image(), ChannelRendering(.composite([])), file: "a")
        var target = [UInt8](repeating: 9, count: 2 * 3 * renderer.layout.bytesPerPixel)
        try target.withUnsafeMutableBytes { target in
            guard let base = target.baseAddress else { return }
            try renderer.render(
                PixelRect(x: 1, y: 1, width: 2, height: 3), level: 0, to: base,
                stride: 2 * renderer.layout.bytesPerPixel)
        }
        #expect(renderer.layout == PixelLayout(.rgb) && target.allSatisfy { $0 == 0 })
    }

    @Test func `What is thrown before a piece ends the work`() throws {
        struct Stop: Error {}
        let renderer = try ChannelRegionRenderer(image(), Self.renderings[0], file: "a")
        var target = [UInt8](repeating: 0, count: 13 * 9 * 4)
        target.withUnsafeMutableBytes { target in
            guard let base = target.baseAddress else { return }
            #expect(throws: Stop.self) {
                try renderer.render(
                    PixelRect(x: 0, y: 0, width: 13, height: 9), level: 0, to: base, stride: 52
                ) { throw Stop() }
            }
        }
    }

    @Test func `Channels that are not there are refused`() {
        let rendering = ChannelRendering(.terrain(channel: 3, .mapbox))
        #expect(throws: CodecError.self) { try ChannelRegionRenderer(image(), rendering, file: "a") }
    }
}
