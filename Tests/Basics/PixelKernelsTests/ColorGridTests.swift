import PixelKernels
import TestLimits
import TestSupport
import Testing

@Suite(.timeLimited) struct ColorGridTests {
    /// A grid whose neighboring points have nothing to do with each other.
    private let grid: ColorGrid = {
        let points = ColorGrid.points * ColorGrid.points * ColorGrid.points
        return ColorGrid((0..<3 * points).map { UInt16(truncatingIfNeeded: $0 &* 40503 &+ $0 >> 7) })
    }()

    private func mapped(
        _ pixels: [UInt32], _ map: (UnsafePointer<UInt32>, Int, UnsafeMutablePointer<UInt32>) -> Void
    ) -> [UInt32] {
        [UInt32](unsafeUninitializedCapacity: pixels.count) { target, count in
            pixels.withUnsafeBufferPointer { pixels in
                guard let source = pixels.baseAddress, let room = target.baseAddress else { return }
                map(source, pixels.count, room)
            }
            count = pixels.count
        }
    }

    private func expectEqual(_ pixels: [UInt32], _ comment: Comment) {
        let fast = mapped(pixels) { grid.map($0, count: $1, to: $2) }
        #expect(fast == mapped(pixels) { grid.mapPortably($0, count: $1, to: $2) }, comment)
    }

    @Test func `the vector kernel makes the pixels of its plain twin, of all places in a cell`() {
        // Steps of 3 and 5 meet every pair of fractions in every cell of two channels.
        for red in stride(from: 0, through: 255, by: 3) {
            let opaqueRed: UInt32 = 0xFF00_0000 | UInt32(red) << 16
            let pixels = stride(from: 0, through: 255, by: 5).flatMap { blue in
                (0...255).map { green in opaqueRed | UInt32(green) << 8 | UInt32(blue) }
            }
            expectEqual(pixels, "red is \(red)")
        }
    }

    @Test func `rows of any length and any alpha are mapped to their end, also in place`() {
        var generator = SeededRandom(seed: 17)
        for count in 0...40 {
            for alphas: [UInt32] in [[255], [255, 255, 255, 255, 255, 255, 255, 255, 255, 7], [0, 128, 255]] {
                let pixels = (0..<count).map { index in
                    let alpha = alphas[index % alphas.count]
                    let color = UInt32.random(in: 0...0xFF_FFFF, using: &generator)
                    func limited(_ shift: UInt32) -> UInt32 { min(color >> shift & 255, alpha) << shift }
                    return alpha << 24 | limited(16) | limited(8) | limited(0)
                }
                expectEqual(pixels, "\(count) pixels")
                var inPlace = pixels
                inPlace.withUnsafeMutableBufferPointer { buffer in
                    guard let room = buffer.baseAddress else { return }
                    grid.map(room, count: count, to: room)
                }
                #expect(inPlace == mapped(pixels) { grid.mapPortably($0, count: $1, to: $2) })
            }
        }
    }
}
