import Foundation
import SyntheticImages
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited)
struct TerrainImageTests {
    static let size = PixelSize(width: 530, height: 150)

    @Test
    func `The same size and seed give the same bytes on every machine`() {
        let opaque = TerrainImage(size: PixelSize(width: 200, height: 150), seed: 1).bytes()
        let cutOut = TerrainImage(size: PixelSize(width: 200, height: 150), seed: 1, hasAlpha: true).bytes()
        #expect(fingerprint(opaque) == 4_816_995_322_552_744_585)
        #expect(fingerprint(cutOut) == 1_052_823_715_648_613_657)
    }

    @Test
    func `The sample image with alpha is reproduced by its command`() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        let sample = try decoded(package.appendingPathComponent("SampleImages/terrain-alpha.png").path)
        let image = TerrainImage(size: PixelSize(width: 800, height: 600), seed: 11, hasAlpha: true)
        #expect(sample.size == image.size)
        #expect(sample.bytes == image.bytes())
    }

    @Test(arguments: [1, 7, 64, 128, 149])
    func `The bytes of rows do not depend on the height and order of bands`(bandHeight: Int) {
        let image = TerrainImage(size: Self.size, seed: 3)
        let whole = image.bytes()
        #expect(image.bytes(bandHeight: bandHeight, order: { $0.reversed() }) == whole)
    }

    @Test
    func `Another seed gives another land`() {
        let one = TerrainImage(size: PixelSize(width: 64, height: 64), seed: 1).bytes()
        for seed in [2, 3, 1 << 32, UInt64.max] {
            let other = TerrainImage(size: PixelSize(width: 64, height: 64), seed: seed).bytes()
            let same = zip(one, other).count { $0 == $1 }
            #expect(same < one.count / 4, "seed \(seed)")
        }
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (513, 2), (2, 129), (511, 3)])
    func `Every pixel of odd sizes is painted, and no byte beyond`(width: Int, height: Int) {
        let image = TerrainImage(size: PixelSize(width: width, height: height), seed: 5)
        let stride = width * 3 + 5
        // Two initial values: a byte that differs between the results was not painted.
        let painted = [UInt8(0x11), 0xEE].map { ground in
            var bytes = [UInt8](repeating: ground, count: stride * height)
            bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return }
                TerrainPainter(image).paint(0..<height, into: base, stride: stride)
            }
            return bytes
        }
        for index in painted[0].indices {
            let isPixel = index % stride < width * 3
            #expect((painted[0][index] == painted[1][index]) == isPixel, "byte \(index)")
        }
    }

    @Test
    func `The last rows of the tallest image have texture`() {
        let image = TerrainImage(size: PixelSize(width: 96, height: 300_000), seed: 2)
        var bytes = [UInt8](repeating: 0, count: 96 * 3 * 8)
        bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            TerrainPainter(image).paint(299_992..<300_000, into: base, stride: 96 * 3)
        }
        #expect(meanStep(bytes, width: 96) > 0.8)
    }

    @Test(arguments: [(300, 200), (24_571, 49_132)])
    func `Texture is neither blurred nor noisy at any size`(width: Int, height: Int) {
        let image = TerrainImage(size: PixelSize(width: width, height: height), seed: 1)
        let rows = height / 2..<height / 2 + 4
        var bytes = [UInt8](repeating: 0, count: width * 3 * rows.count)
        bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            TerrainPainter(image).paint(rows, into: base, stride: width * 3)
        }
        let step = meanStep(bytes, width: width)
        #expect(step > 1.5 && step < 12, "mean difference of neighboring pixels: \(step)")
    }

    @Test
    func `An image with alpha has transparent, soft and opaque parts, and transparent pixels have no color`() {
        let bytes = TerrainImage(size: PixelSize(width: 200, height: 150), seed: 1, hasAlpha: true).bytes()
        let pixels = stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
        let transparent = pixels.filter { $0[3] == 0 }
        let opaque = pixels.filter { $0[3] == 255 }
        #expect(transparent.count > pixels.count / 20)
        #expect(opaque.count > pixels.count / 4)
        #expect(pixels.count - transparent.count - opaque.count > pixels.count / 50)
        #expect(transparent.allSatisfy { $0 == [0, 0, 0, 0] })
    }

    /// Returns the mean difference of green between horizontal neighbors.
    private func meanStep(_ bytes: [UInt8], width: Int) -> Double {
        var sum = 0
        var count = 0
        for row in 0..<bytes.count / (width * 3) {
            for column in 1..<width {
                let index = (row * width + column) * 3 + 1
                sum += abs(Int(bytes[index]) - Int(bytes[index - 3]))
                count += 1
            }
        }
        return Double(sum) / Double(count)
    }
}
