import TestLimits
import Testing

@testable import ImageMetadata

@Suite(.timeLimited) struct `Colors of PNG` {
    private static func bytes(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    }

    private static let p3 = bytes([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000])
    private static let sRGB = bytes([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])

    private static func colors(_ chunks: [(PNGColors.Chunk, [UInt8]?)]) -> PNGColors {
        var colors = PNGColors()
        for (chunk, data) in chunks { colors.add(chunk, data) }
        return colors
    }

    @Test func `Code points come before chromaticities and gamma`() {
        let colors = Self.colors([
            (.gamma, Self.bytes([100_000])), (.chromaticities, Self.p3), (.codePoints, [9, 16, 0, 1]),
        ])
        let encoding = colors.encoding(gray: false, ignoresGamma: false)
        #expect(encoding?.primaries == .bt2020 && encoding?.transfer == .pq && encoding?.peak == nil)
        #expect(colors.warnings.isEmpty)
        // A profile does not matter beside code points.
        #expect(colors.encoding(gray: false, ignoresGamma: true)?.transfer == .pq)
    }

    @Test func `Statements of sRGB are none`() {
        for chunks in [
            [(.codePoints, [1, 13, 0, 1])], [(.gamma, Self.bytes([45455]))], [(.chromaticities, Self.sRGB)],
            [(.gamma, Self.bytes([45455])), (.chromaticities, Self.sRGB)], [(.codePoints, [2, 2, 0, 1])], [],
        ] as [[(PNGColors.Chunk, [UInt8]?)]] {
            #expect(Self.colors(chunks).encoding(gray: false, ignoresGamma: false) == nil)
        }
        let p3 = Self.colors([(.chromaticities, Self.p3)])
        #expect(p3.encoding(gray: false, ignoresGamma: false)?.transfer == .sRGB)
        #expect(p3.encoding(gray: true, ignoresGamma: false) == nil, "gray has no primaries")
        #expect(p3.encoding(gray: false, ignoresGamma: true) == nil)
    }

    @Test func `gAMA is the inverse of an exponent, and of sRGB near 1 of 2·2`() {
        func transfer(_ gamma: Int) -> TransferFunction? {
            Self.colors([(.gamma, Self.bytes([gamma]))]).encoding(gray: true, ignoresGamma: false)?.transfer
        }
        #expect(transfer(100_000) == .gamma(1) && transfer(50_000) == .gamma(2))
        #expect(transfer(45_455) == nil && transfer(45_000) == nil && transfer(55_556) == .gamma(100_000 / 55_556.0))
    }

    @Test func `The peak is that of cLLI, or else of mDCV`() {
        let display = [UInt8](repeating: 0, count: 16) + Self.bytes([40_000_000, 50])
        func peak(_ chunks: [(PNGColors.Chunk, [UInt8]?)]) -> Double? {
            Self.colors([(.codePoints, [9, 16, 0, 1])] + chunks).encoding(gray: false, ignoresGamma: false)?.peak
        }
        #expect(peak([(.masteringDisplay, display)]) == 4000)
        #expect(peak([(.masteringDisplay, display), (.contentLight, Self.bytes([6_200_000, 1]))]) == 620)
        #expect(peak([(.masteringDisplay, display), (.contentLight, Self.bytes([0, 0]))]) == 4000)
    }

    private static let damaged: [(PNGColors.Chunk, [UInt8]?)] = [
        (.codePoints, [9, 16, 1, 1]), (.codePoints, [9, 16, 0]), (.codePoints, [9, 16, 0, 2]),
        (.gamma, [0, 0, 0, 0]), (.gamma, nil), (.chromaticities, [1, 2, 3]),
        (.chromaticities, [UInt8](repeating: 0, count: 32)), (.contentLight, [1]), (.masteringDisplay, []),
    ]

    @Test(arguments: damaged)
    func `Damaged chunks are left out with a warning`(chunk: PNGColors.Chunk, data: [UInt8]?) {
        let colors = Self.colors([(chunk, data)])
        #expect(colors.encoding(gray: false, ignoresGamma: false) == nil)
        #expect(
            colors.warnings == ["the chunk \(chunk.rawValue), which is about its colors, is damaged and left out."])
    }

    @Test func `Types of chunks are those of the specification`() {
        #expect(PNGColors.Chunk.gamma.type == 0x6741_4D41)
        #expect(PNGColors.Chunk(type: 0x6349_4350) == .codePoints && PNGColors.Chunk(type: 0x4944_4154) == nil)
    }
}
