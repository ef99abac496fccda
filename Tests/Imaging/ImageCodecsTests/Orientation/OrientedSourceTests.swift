internal import Glibc
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `Turning images upright` {
    /// A source of numbered pixels, in bands of few rows.
    final class Numbered: ImageSource {
        let info: ImageInfo
        var warnings: [String] { ["as stored"] }
        private let bandRows: Int

        init(_ size: PixelSize, _ layout: PixelLayout, bandRows: Int) {
            info = ImageInfo(size: size, layout: layout, container: "numbers")
            self.bandRows = bandRows
        }

        /// A byte that differs from all nearby ones.
        static func byte(_ x: Int, _ y: Int, _ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: (x &* 2_654_435 ^ y &* 40_503 ^ index &* 97) >> 3)
        }

        func readBands(_ body: (PixelBand) throws -> Void) throws {
            let pixel = info.layout.bytesPerPixel
            // Rows lie further apart than they are wide.
            let stride = info.size.width * pixel + 5
            var top = 0
            while top < info.size.height {
                let rows = top..<min(top + bandRows, info.size.height)
                var bytes: [UInt8] = Array(repeating: 0, count: stride * rows.count)
                for y in rows {
                    for x in 0..<info.size.width {
                        for index in 0..<pixel {
                            bytes[(y - top) * stride + x * pixel + index] = Self.byte(x, y, index)
                        }
                    }
                }
                try bytes.withUnsafeBytes { raw in
                    guard let base = raw.baseAddress else { return }
                    try body(PixelBand(base: base, stride: stride, rows: rows))
                }
                top = rows.upperBound
            }
        }
    }

    /// Returns the position at which an upright pixel is stored (EXIF 2.32, 4.6.5.A.6).
    private static func stored(_ x: Int, _ y: Int, _ orientation: Orientation, _ size: PixelSize) -> (x: Int, y: Int) {
        let right = size.width - 1
        let bottom = size.height - 1
        return switch orientation {
        case .upright: (x, y)
        case .flippedHorizontally: (right - x, y)
        case .rotated180: (right - x, bottom - y)
        case .flippedVertically: (x, bottom - y)
        case .transposed: (y, x)
        case .rotated90: (y, bottom - x)
        case .transversed: (right - y, bottom - x)
        case .rotated270: (right - y, x)
        }
    }

    private static func check(
        _ size: PixelSize, _ layout: PixelLayout, _ orientation: Orientation, bandRows: Int, decodesAhead: Bool = false
    ) throws {
        let source = OrientedSource(
            Numbered(size, layout, bandRows: bandRows), orientation: orientation, name: "numbers",
            decodesAhead: decodesAhead)
        let upright = orientation.upright(size)
        #expect(source.info.size == upright)
        var next = 0
        var wrong = 0
        try source.readBands { band in
            #expect(band.rows.lowerBound == next)
            next = band.rows.upperBound
            for y in band.rows {
                for x in 0..<upright.width {
                    let position = stored(x, y, orientation, size)
                    for index in 0..<layout.bytesPerPixel {
                        let byte = band.row(y).load(fromByteOffset: x * layout.bytesPerPixel + index, as: UInt8.self)
                        wrong += byte == Numbered.byte(position.x, position.y, index) ? 0 : 1
                    }
                }
            }
        }
        #expect(next == upright.height)
        #expect(wrong == 0, "\(size) \(layout) \(orientation)")
        #expect(source.warnings == ["as stored"])
    }

    static let sizes = [
        (1, 1), (1, 7), (7, 1), (2, 2), (5, 3), (33, 31), (31, 33), (257, 130), (130, 257), (64, 512), (32, 300),
    ]
    .map { PixelSize(width: $0.0, height: $0.1) }

    @Test(arguments: Orientation.allCases, sizes)
    func `Every pixel is moved to its upright position`(orientation: Orientation, size: PixelSize) throws {
        try Self.check(size, PixelLayout(.rgb), orientation, bandRows: 16)
    }

    @Test(arguments: Orientation.allCases, sizes)
    func `Pixels that are decoded ahead are turned upright`(orientation: Orientation, size: PixelSize) throws {
        try Self.check(size, PixelLayout(.rgb), orientation, bandRows: 16, decodesAhead: true)
    }

    @Test(arguments: Orientation.allCases)
    func `Pixels of every size and bands of every height are turned upright`(orientation: Orientation) throws {
        let size = PixelSize(width: 45, height: 67)
        for channels in [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba] {
            for depth in [PixelLayout.Depth.eight, .sixteen] {
                for bandRows in [1, 13, 67] {
                    try Self.check(size, PixelLayout(channels, depth), orientation, bandRows: bandRows)
                }
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func `Wide images whose groups have few rows are turned upright`(orientation: Orientation) throws {
        // A row of 400 KB, so that a group has 41 rows.
        let size = PixelSize(width: 100_000, height: 50)
        try Self.check(size, PixelLayout(.rgba), orientation, bandRows: 7)
        try Self.check(size, PixelLayout(.rgba), orientation, bandRows: 7, decodesAhead: true)
    }

    @Test(arguments: [Orientation.flippedHorizontally, .rotated180, .rotated90])
    func `An error of the reader ends the reading and is thrown unchanged`(orientation: Orientation) {
        struct Stop: Error {}
        let numbers = Numbered(PixelSize(width: 200, height: 200), PixelLayout(.rgb), bandRows: 16)
        let source = OrientedSource(numbers, orientation: orientation, name: "numbers")
        var bands = 0
        #expect(throws: Stop.self) {
            try source.readBands { _ in
                bands += 1
                throw Stop()
            }
        }
        #expect(bands == 1)
    }

    @Test func `The layout of the temporary file covers every pixel once`() {
        for (width, height) in [(1, 1), (31, 17), (100, 700), (257, 256)] {
            for inBlocks in [false, true] {
                let layout = SpillLayout(
                    stored: PixelSize(width: width, height: height), bytesPerPixel: 3, inBlocks: inBlocks)
                var seen: Set<Int> = []
                for group in 0..<layout.groupCount {
                    let rows = layout.rows(ofGroup: group)
                    for block in 0..<layout.blockCount {
                        let start = rows.lowerBound * layout.rowBytes + layout.offset(ofBlock: block, rows: rows.count)
                        for byte in 0..<(rows.count * layout.columns(ofBlock: block).count * 3) {
                            #expect(seen.insert(start + byte).inserted)
                        }
                    }
                }
                #expect(seen == Set(0..<layout.totalBytes))
            }
        }
    }

    @Test func `The error for an unusable temporary folder names TMPDIR`() throws {
        #expect {
            _ = try SpillFile(size: 10, image: "big.jpg", purpose: "Turning it", folder: "/dev/null/nowhere")
        } throws: { error in
            (error as? CodecError)?.code == .inputOutput && "\(error)".contains("TMPDIR")
                && "\(error)".hasPrefix("big.jpg")
        }
    }

    @Test func `A file larger than the free space is refused before the work`() throws {
        #expect {
            _ = try SpillFile(size: 1 << 60, image: "big.jpg", purpose: "Turning it", folder: "/tmp")
        } throws: { ($0 as? CodecError)?.code == .inputOutput }
    }

    @Test func `A temporary file has no name`() throws {
        var template = Array("/tmp/spill-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { rmdir(folder) }
        let file = try SpillFile(size: 3, image: "x", purpose: "Turning it", folder: folder)
        try [UInt8]("abc".utf8).withUnsafeBytes { try file.write($0, at: 0) }
        let entries = try #require(opendir(folder))
        defer { closedir(entries) }
        var count = 0
        while readdir(entries) != nil {
            count += 1
        }
        #expect(count == 2, "only . and ..")
    }
}
