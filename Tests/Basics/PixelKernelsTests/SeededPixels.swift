import TestSupport

@testable import PixelKernels

/// Pixels for tests of kernels, in memory of exactly their size, so that Address Sanitizer reports reads beyond it.
final class SeededPixels {
    static let canary: UInt32 = 0xA5A5_A5A5
    let memory: UnsafeMutableBufferPointer<UInt32>

    /// Creates random pixels, some of them transparent and some opaque.
    init(_ count: Int, seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0)
        for index in memory.indices {
            let alpha = [0, 255, UInt32.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
            memory[index] = (0..<3).reduce(alpha << 24) { pixel, channel in
                pixel | UInt32.random(in: 0...alpha, using: &random) << UInt32(8 * channel)
            }
        }
    }

    /// Creates the given pixels.
    init(_ pixels: [UInt32]) {
        memory = .allocate(capacity: pixels.count)
        _ = memory.initialize(from: pixels)
    }

    deinit {
        memory.deallocate()
    }

    var pixels: [UInt32] { Array(memory) }

    /// The pixels as a plane.
    func plane(width: Int, height: Int) -> PixelBufferView? {
        memory.baseAddress.map { PixelBufferView(base: $0, stride: width, width: width, height: height) }
    }
}

/// Returns the output of a kernel in initialized memory, and checks that it writes no other bytes.
func written(_ before: [UInt32], _ kernel: (UnsafeMutablePointer<UInt32>) -> Void) -> [UInt32] {
    let canaries = Array(repeating: SeededPixels.canary, count: 5)
    var memory = canaries + before + canaries
    memory.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress {
            kernel(base + 5)
        }
    }
    guard memory.prefix(5) == canaries[...], memory.suffix(5) == canaries[...] else { return [] }
    return Array(memory[5..<(5 + before.count)])
}

/// The samples of a pixel: blue, green, red, alpha.
func samples(_ pixel: UInt32) -> [Int] { [0, 8, 16, 24].map { Int(pixel >> $0 & 255) } }
