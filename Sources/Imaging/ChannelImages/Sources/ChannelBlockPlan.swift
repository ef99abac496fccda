internal import TilePyramid

/// The division of a level into bands of rows, and of a band into the rectangles that a thread reads at a time.
///
/// Both follow the blocks in which the level is stored, so that a block is decoded once.
struct ChannelBlockPlan: Sendable {
    /// The size of the level.
    let size: PixelSize
    private let block: PixelSize
    /// The rows of a band, which is cut at their multiples.
    private let bandRows: Int
    /// The size of a rectangle, whose corners lie at multiples of it.
    private let unit: PixelSize
    /// The rows of a rectangle that are read at a time: fewer than all where they would take too much memory.
    private let readRows: Int

    /// The pixels of a rectangle that are worth a thread.
    private static let unitArea = 16_384
    /// The bytes of a band that are worth several threads.
    private static let bandBytes = 1 << 20

    /// Plans the reading of a level.
    ///
    /// - Parameters:
    ///   - size: the size of the level.
    ///   - stored: the size of its blocks.
    ///   - rowBytes: the bytes of a row of a band.
    ///   - pixelBytes: the bytes of a pixel's stored samples.
    ///   - workers: the most threads.
    init(_ size: PixelSize, blocks stored: PixelSize, rowBytes: Int, pixelBytes: Int, workers: Int) {
        let block = PixelSize(
            width: min(max(1, stored.width), size.width), height: min(max(1, stored.height), size.height))
        self.size = size
        self.block = block
        func groups(_ side: Int, upTo limit: Int, area: Int) -> Int {
            min(Self.rounded(Self.unitArea, area), Self.rounded(limit, side))
        }
        let area = block.width * block.height
        let pixels = max(1, ChannelImageSource.unitByteLimit / max(1, pixelBytes))
        let across = block.width * groups(block.width, upTo: size.width, area: area)
        let down = block.height * groups(block.height, upTo: size.height, area: across * block.height)
        unit = PixelSize(width: min(across, pixels), height: down)
        readRows = max(1, min(down, pixels / unit.width))
        let columns = Self.rounded(size.width, unit.width)
        let rowBytes = max(1, rowBytes)
        let wanted = max(Self.rounded(2 * workers, columns), Self.rounded(Self.bandBytes, rowBytes * down))
        let most = ChannelImageSource.bandByteLimit / rowBytes
        bandRows = down <= most ? down * min(wanted, most / down) : max(2, most & ~1)
    }

    /// Whether rows can be found without decoding all blocks above them.
    var hasSeveralRowsOfBlocks: Bool { block.height < size.height }

    /// The most rows of a band.
    var longestBand: Int { min(bandRows, size.height) }

    /// The band that begins with a row and ends before another one at the latest.
    func band(from first: Int, before end: Int) -> Range<Int> {
        let (next, overflows) = (first - first % bandRows).addingReportingOverflow(bandRows)
        return first..<(overflows ? end : min(end, next))
    }

    /// The rectangles of a band, from top to bottom and from left to right.
    func rects(of band: Range<Int>) -> [PixelRect] {
        var rects: [PixelRect] = []
        var top = band.lowerBound
        while top < band.upperBound {
            let bottom = min(band.upperBound, top - top % unit.height + unit.height, top + readRows)
            for left in stride(from: 0, to: size.width, by: unit.width) {
                let width = min(unit.width, size.width - left)
                rects.append(PixelRect(x: left, y: top, width: width, height: bottom - top))
            }
            top = bottom
        }
        return rects
    }

    /// The quotient, rounded up.
    private static func rounded(_ number: Int, _ divisor: Int) -> Int { (number - 1) / divisor + 1 }
}
