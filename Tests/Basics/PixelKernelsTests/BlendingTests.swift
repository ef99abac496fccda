import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct BlendingTests {
    @Test(arguments: [0, 1, 2, 127, 128, 254, 255] as [UInt8])
    func `the fast loops of blending and adding give the same bytes as the plain ones, and write no others`(
        opacity: UInt8
    ) throws {
        for count in 0...23 {
            let source = SeededPixels(count, seed: count)
            let below = SeededPixels(count, seed: count + 100).pixels
            guard let from = UnsafePointer(source.memory.baseAddress) else { continue }
            let covered = written(below) { Blending.overScalar(from, opacity: opacity, onto: $0, count: count) }
            #expect(written(below) { Blending.over(from, opacity: opacity, onto: $0, count: count) } == covered)
            #expect(
                written(below) { Blending.overPortable(from, opacity: opacity, onto: $0, count: count) } == covered)
            let sum = written(below) { Blending.addScalar(from, opacity: opacity, onto: $0, count: count) }
            #expect(written(below) { Blending.add(from, opacity: opacity, onto: $0, count: count) } == sum)
            #expect(written(below) { Blending.addPortable(from, opacity: opacity, onto: $0, count: count) } == sum)
        }
    }

    @Test(arguments: [0, 1, 100, 128, 255, 256])
    func `the fast loop of mixing gives the same bytes as the plain one, and writes no others`(weight: Int) throws {
        for count in 0...23 {
            let other = SeededPixels(count, seed: count)
            let first = SeededPixels(count, seed: count + 100).pixels
            guard let from = UnsafePointer(other.memory.baseAddress) else { continue }
            let mixed = written(first) { Blending.mixScalar($0, with: from, weight: weight, count: count) }
            #expect(written(first) { Blending.mix($0, with: from, weight: weight, count: count) } == mixed)
            #expect(written(first) { Blending.mixPortable($0, with: from, weight: weight, count: count) } == mixed)
        }
    }

    @Test
    func `the fast loops of partial blending and erasing give the same bytes as the plain ones, and write no others`() {
        for count in 0...23 {
            let source = SeededPixels(count, seed: count)
            let below = SeededPixels(count, seed: count + 100).pixels
            let coverage = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count * 11) } + [255]
            guard let from = UnsafePointer(source.memory.baseAddress) else { continue }
            #expect(
                written(below) { Blending.over(from, coverage: coverage, onto: $0, count: count) }
                    == written(below) { Blending.overScalar(from, coverage: coverage, onto: $0, count: count) })
            #expect(
                written(below) { Blending.erase($0, coverage: coverage, count: count) }
                    == written(below) { Blending.eraseScalar($0, coverage: coverage, count: count) })
            #expect(
                written(below) { Blending.keep($0, coverage: coverage, count: count) }
                    == written(below) { pixels in
                        for index in 0..<count { pixels[index] = Blending.scaled(pixels[index], by: coverage[index]) }
                    })
        }
    }

    @Test func `a color is blended in part like a row of equal pixels`() throws {
        for (index, color) in SeededPixels(40, seed: 3).pixels.enumerated() {
            let count = index % 13
            let row = SeededPixels(Array(repeating: color, count: count + 1))
            let below = SeededPixels(count, seed: index).pixels
            let coverage = (0...count).map { UInt8(truncatingIfNeeded: $0 * 83) }
            let from = UnsafePointer(try #require(row.memory.baseAddress))
            #expect(
                written(below) { Blending.over(color, coverage: coverage, onto: $0, count: count) }
                    == written(below) { Blending.over(from, coverage: coverage, onto: $0, count: count) })
        }
    }

    @Test func `pixels are replaced, kept, mixed or erased by their coverage`() {
        let white = [UInt32](repeating: 0xFFFF_FFFF, count: 5)
        let coverage: [UInt8] = [255, 0, 51, 255, 51]
        #expect(
            written(white) { Blending.over(0xFF00_0000, coverage: coverage, onto: $0, count: 5) }
                == [0xFF00_0000, 0xFFFF_FFFF, 0xFFCC_CCCC, 0xFF00_0000, 0xFFCC_CCCC])
        #expect(
            written(white) { Blending.erase($0, coverage: coverage, count: 5) }
                == [0, 0xFFFF_FFFF, 0xCCCC_CCCC, 0, 0xCCCC_CCCC])
        #expect(
            written(white) { Blending.keep($0, coverage: coverage, count: 5) }
                == [0xFFFF_FFFF, 0, 0x3333_3333, 0xFFFF_FFFF, 0x3333_3333])
    }

    @Test func `a color is blended like a row of equal pixels`() throws {
        for (index, color) in SeededPixels(40, seed: 3).pixels.enumerated() {
            let count = index % 13
            let row = SeededPixels(Array(repeating: color, count: count + 1))
            let below = SeededPixels(count, seed: index).pixels
            let from = UnsafePointer(try #require(row.memory.baseAddress))
            #expect(
                written(below) { Blending.over(color, onto: $0, count: count) }
                    == written(below) { Blending.over(from, onto: $0, count: count) })
        }
    }

    @Test func `every product of two fractions of 255 is rounded to nearest`() {
        for factor in 0...255 {
            let row = SeededPixels((0...255).map { UInt32($0) * 0x0101_0101 })
            let clear = Array(repeating: UInt32(0), count: 256)
            guard let from = UnsafePointer(row.memory.baseAddress) else { continue }
            let products = written(clear) { Blending.over(from, opacity: UInt8(factor), onto: $0, count: 256) }
            for value in 0...255 {
                let expected = Int((Double(value * factor) / 255).rounded())
                #expect(samples(products[value]) == Array(repeating: expected, count: 4))
            }
        }
    }

    @Test func `samples do not exceed alpha, and opaque pixels stay opaque`() throws {
        for opacity in [1, 77, 255] as [UInt8] {
            let source = SeededPixels(4000, seed: 1)
            let from = UnsafePointer(try #require(source.memory.baseAddress))
            let below = SeededPixels(4000, seed: 2).pixels
            for pixel in written(below, { Blending.over(from, opacity: opacity, onto: $0, count: 4000) }) {
                #expect(samples(pixel).allSatisfy { $0 <= Int(pixel >> 24) })
            }
            let opaque = below.map { $0 | 0xFF00_0000 }
            #expect(
                written(opaque) { Blending.over(from, opacity: opacity, onto: $0, count: 4000) }
                    .allSatisfy { $0 >> 24 == 255 })
        }
    }

    @Test func `sums are clamped to 255`() throws {
        let added = SeededPixels([0xFF80_017F, 0x8080_8080, 0xFFFF_FFFF, 0, 0xFF80_017F])
        let from = UnsafePointer(try #require(added.memory.baseAddress))
        let sums = written([0xFF80_FE80, 0x807F_8081, 1, 0x1234_5678, 0xFF80_FE80]) {
            Blending.add(from, opacity: 255, onto: $0, count: 5)
        }
        #expect(sums == [0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF, 0x1234_5678, 0xFFFF_FFFF])
    }
}
