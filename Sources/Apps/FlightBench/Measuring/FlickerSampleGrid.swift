internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import TileViewing
internal import VectorDrawing

/// The samples of an image that are in view in a frame, on a grid that is fixed in the image.
///
/// The spacing is a power of two in full-size pixels, so that grids for different scales have samples in common.
struct FlickerSampleGrid {
    /// A point of the image.
    private struct Sample {
        /// The downsample that is drawn there, infinity for none; nil if the point is not in view.
        var downsample: Double?
        /// The downsample before it dropped; nil if it has not dropped.
        var downsampleBeforeDrop: Double?
    }

    private var octave = 0
    private var columns = 0..<0
    private var rows = 0..<0
    private var samples: [Sample] = []

    /// Creates a grid without samples.
    init() {}

    /// Creates the samples that are in view in a frame.
    init(in frame: ViewedFrame) {
        let leastDistance = 20.0
        guard let inverse = frame.transform.inverse, frame.scale > 0 else { return }
        octave = Int(log2(leastDistance / frame.scale).rounded(.up))
        let screen = Rect(x: 0, y: 0, width: Double(frame.screen.width), height: Double(frame.screen.height))
        let image = Rect(x: 0, y: 0, width: Double(frame.imageSize.width), height: Double(frame.imageSize.height))
        guard let seen = Rect(enclosing: screen.corners.map(inverse.apply)).intersection(image) else { return }
        columns = indices(from: seen.minX, to: seen.maxX)
        rows = indices(from: seen.minY, to: seen.maxY)
        samples = Array(repeating: Sample(downsample: .infinity), count: columns.count * rows.count)
        for piece in frame.pieces {
            record(piece)
        }
        if frame.transform.b != 0 || frame.transform.c != 0 {
            exclude { !screen.contains(frame.transform.apply(to: $0)) }
        }
    }

    /// Carries over the history of the samples that are still in view, and returns how many of them flicker now.
    mutating func countFlickers(since old: FlickerSampleGrid, forgettingDrops: Bool, scale: Double) -> Int {
        // As in the choice of levels, one screen pixel per texel is exact only up to rounding.
        let roundingError = 1e-3
        var flickers = 0
        let oldColumns = columns.map { Self.index(of: $0, octave, in: old.columns, old.octave) }
        var index = 0
        for row in rows {
            let oldRow = Self.index(of: row, octave, in: old.rows, old.octave)
            for oldColumn in oldColumns {
                defer { index += 1 }
                guard let oldRow, let oldColumn, let downsample = samples[index].downsample else { continue }
                let last = old.samples[oldRow * old.columns.count + oldColumn]
                guard let lastDownsample = last.downsample else { continue }
                let downsampleBeforeDrop = forgettingDrops ? nil : last.downsampleBeforeDrop
                if downsample > lastDownsample, downsample * scale > 1 + roundingError {
                    samples[index].downsampleBeforeDrop = downsampleBeforeDrop ?? lastDownsample
                } else if downsampleBeforeDrop != nil, downsample < lastDownsample {
                    flickers += 1
                } else {
                    samples[index].downsampleBeforeDrop = downsampleBeforeDrop
                }
            }
        }
        return flickers
    }

    private var distance: Double { exp2(Double(octave)) }

    private func indices(from low: Double, to high: Double) -> Range<Int> {
        let first = Int((low / distance).rounded(.up))
        return first..<max(first, Int((high / distance).rounded(.up)))
    }

    private mutating func record(_ piece: ViewedPiece) {
        let columns = indices(from: piece.rect.minX, to: piece.rect.maxX).clamped(to: columns)
        let rows = indices(from: piece.rect.minY, to: piece.rect.maxY).clamped(to: rows)
        let downsample = piece.opacity >= 1 ? piece.downsample : .infinity
        for row in rows {
            let start = (row - self.rows.lowerBound) * self.columns.count - self.columns.lowerBound
            for column in columns {
                samples[start + column].downsample = downsample
            }
        }
    }

    private mutating func exclude(_ isOutside: (Point) -> Bool) {
        var index = 0
        for row in rows {
            for column in columns {
                if isOutside(Point(x: Double(column) * distance, y: Double(row) * distance)) {
                    samples[index].downsample = nil
                }
                index += 1
            }
        }
    }

    /// The position in the columns or rows of one grid of a column or row of another one; nil if it is not in them.
    private static func index(of index: Int, _ octave: Int, in range: Range<Int>, _ rangeOctave: Int) -> Int? {
        let shift = octave - rangeOctave
        // Views of such different scales have no samples in common.
        guard abs(shift) < 16, shift >= 0 || index & (1 << -shift - 1) == 0 else { return nil }
        let translated = shift >= 0 ? index << shift : index >> -shift
        return range.contains(translated) ? translated - range.lowerBound : nil
    }
}
