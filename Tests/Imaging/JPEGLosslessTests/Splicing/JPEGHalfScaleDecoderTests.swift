import TestSupport
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageSources
@testable import JPEGLossless

/// JPEGs decoded at half scale from their entropy-coded data.
@Suite(.timeLimited) struct JPEGHalfScaleDecoderTests {
    private static let storages =
        Libjpeg.Storage.tiled + [
            Libjpeg.Storage(name: "4:4:0", sampling: [(1, 2), (1, 1), (1, 1)]),
            Libjpeg.Storage(name: "4:1:1", sampling: [(4, 1), (1, 1), (1, 1)]),
        ]

    /// Decodes to pixels; nil if libjpeg has to do it.
    private func half(_ jpeg: [UInt8], _ size: PixelSize, channels: Int) throws -> [UInt8]? {
        let decoder = try JPEGHalfScaleDecoder(JPEGSampleDecoder(), size: size, asPlanes: false)
        return try half(jpeg, size, channels: channels, with: decoder)
    }

    private func half(
        _ jpeg: [UInt8], _ size: PixelSize, channels: Int, with decoder: JPEGHalfScaleDecoder
    ) throws -> [UInt8]? {
        let stride = size.width / 2 * channels
        var samples = [UInt8](repeating: 0, count: stride * size.height / 2)
        var isDecoded = false
        try samples.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            isDecoded = try decoder.decode(jpeg, into: [(base, stride)])
        }
        return isDecoded ? samples : nil
    }

    @Test(arguments: storages)
    func `each pixel is the mean of four, or decoding is left to libjpeg`(storage: Libjpeg.Storage) throws {
        let size = PixelSize(width: 96, height: 64)
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        let channels = storage.sampling.count
        let half = try half(jpeg, size, channels: channels)
        let isOwn = !storage.isProgressive && !storage.isRGB && storage.name != "4:1:1"
        #expect((half != nil) == isOwn)
        guard let half else { return }
        let whole = Libjpeg.samples(of: jpeg).samples
        var squares = 0.0
        for y in 0..<size.height / 2 {
            for x in 0..<size.width / 2 {
                for channel in 0..<channels {
                    let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) { sum, offset in
                        sum + Int(whole[channels * ((2 * y + offset.1) * size.width + 2 * x + offset.0) + channel])
                    }
                    let difference = Double(half[channels * (y * size.width / 2 + x) + channel]) - Double(sum) / 4
                    squares += difference * difference
                }
            }
        }
        // libjpeg interpolates subsampled chroma before it is averaged here.
        #expect(squares / Double(half.count) < (channels == 1 || storage.name == "4:4:4" ? 1 : 9))
    }

    @Test func `the context of one header is not used for images with another`() throws {
        let size = PixelSize(width: 32, height: 32)
        let decoder = try JPEGHalfScaleDecoder(JPEGSampleDecoder(), size: size, asPlanes: false)
        let jpegs = Self.storages.filter { $0.sampling.count == 3 }.map {
            Libjpeg.encode(width: size.width, height: size.height, as: $0)
        }
        for jpeg in jpegs + jpegs.reversed() {
            #expect(
                try half(jpeg, size, channels: 3, with: decoder) == half(jpeg, size, channels: 3),
                "the same as a new decoder")
        }
    }

    @Test func `an MCU with too many blocks is left to libjpeg, which refuses it`() throws {
        let size = PixelSize(width: 32, height: 32)
        var jpeg = Libjpeg.encode(width: 32, height: 32, as: Self.storages[1])
        let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        for component in 0..<3 {
            #expect(jpeg[frame + 11 + 3 * component] == 0x11)
            jpeg[frame + 11 + 3 * component] = 0x44
        }
        #expect(try half(jpeg, size, channels: 3) == nil)
    }

    @Test func `images of another size are not decoded`() throws {
        let jpeg = Libjpeg.encode(width: 64, height: 64, as: Self.storages[0])
        #expect(try half(jpeg, PixelSize(width: 32, height: 32), channels: 1) == nil)
    }

    @Test func `nothing is written outside a tile, however few blocks it has`() throws {
        let size = PixelSize(width: 16, height: 16)
        let storage = Self.storages[3]
        let jpeg = Libjpeg.encode(width: 16, height: 16, as: storage)
        let decoder = try JPEGHalfScaleDecoder(JPEGSampleDecoder(), size: size, asPlanes: true)
        var memory = [UInt8](repeating: 77, count: 3 * 40 * 8)
        let isDecoded = try memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            return try decoder.decode(jpeg, into: [(base, 40), (base + 320, 40), (base + 640, 40)])
        }
        #expect(isDecoded)
        for plane in 0..<3 {
            let side = plane == 0 ? 8 : 4
            for y in 0..<8 {
                let row = memory[plane * 320 + y * 40..<plane * 320 + y * 40 + 40]
                #expect(row.dropFirst(y < side ? side : 0).allSatisfy { $0 == 77 })
            }
        }
    }

    @Test func `a damaged image does not affect the next one`() throws {
        let size = PixelSize(width: 32, height: 32)
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: Self.storages[0])
        let data = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }) + 10
        let expected = try half(jpeg, size, channels: 1)
        let decoder = try JPEGHalfScaleDecoder(JPEGSampleDecoder(), size: size, asPlanes: false)
        var failures = 0
        for position in data..<jpeg.count - 10 {
            // No code is all ones.
            let damaged = jpeg[..<position] + [0xFF, 0, 0xFF, 0, 0xFF, 0] + jpeg[position...]
            do {
                _ = try half(Array(damaged), size, channels: 1, with: decoder)
            } catch is JPEGSampleDecoder.Failure {
                failures += 1
            }
            #expect(try half(jpeg, size, channels: 1, with: decoder) == expected)
        }
        #expect(failures > 100)
    }

    @Test(arguments: [2, 10, 40, 200])
    func `a file that ends early is an error that says so`(left: Int) throws {
        let size = PixelSize(width: 64, height: 64)
        let jpeg = Libjpeg.encode(width: 64, height: 64, as: Self.storages[3])
        let data = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
        let failure = #expect(throws: JPEGSampleDecoder.Failure.self) {
            try half(Array(jpeg[..<(data + 14 + left)]), size, channels: 3)
        }
        #expect(failure?.reason == "it ends early")
    }
}
