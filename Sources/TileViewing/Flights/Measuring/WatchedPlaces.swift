internal import Glibc
internal import LayerTree
internal import TilePyramid

/// The places of an image that are in view in a frame, on a grid that is fixed in the image, and how each is served.
///
/// The distance between them is a power of two in full-size pixels, so that a grid for another scale has places in
/// common with this one.
struct WatchedPlaces: Sendable {
    /// A place.
    private struct Place {
        /// The downsample it is served at, infinity for not at all; nil when it is not in view.
        var served: Double?
        /// What it was served at before it dropped.
        var before: Double?
    }

    private var octave = 0
    private var columns = 0..<0
    private var rows = 0..<0
    private var places: [Place] = []

    /// No places.
    init() {}

    /// The places that are in view in a frame.
    init(in frame: ViewedFrame) {
        let leastDistance = 20.0
        guard let inverse = frame.transform.inverse, frame.scale > 0 else { return }
        octave = Int(log2(leastDistance / frame.scale).rounded(.up))
        let screen = Rect(x: 0, y: 0, width: Double(frame.screen.width), height: Double(frame.screen.height))
        let image = Rect(x: 0, y: 0, width: Double(frame.imageSize.width), height: Double(frame.imageSize.height))
        guard let seen = Rect(enclosing: screen.corners.map(inverse.apply)).intersection(image) else { return }
        columns = indices(from: seen.minX, to: seen.maxX)
        rows = indices(from: seen.minY, to: seen.maxY)
        places = Array(repeating: Place(served: .infinity), count: columns.count * rows.count)
        for piece in frame.pieces {
            serve(piece)
        }
        if frame.transform.b != 0 || frame.transform.c != 0 {
            leaveOut { !screen.contains(frame.transform.apply(to: $0)) }
        }
    }

    /// Takes over what was known of the places that are in view still, and returns how many of them flicker now.
    mutating func follow(_ old: WatchedPlaces, forgettingDrops: Bool, scale: Double) -> Int {
        // As when levels are chosen: what is meant to be one pixel for each texel is only nearly so.
        let roundingError = 1e-3
        var flickers = 0
        let oldColumns = columns.map { old.columnIndex(of: $0, octave) }
        var index = 0
        for row in rows {
            let oldRow = old.rowIndex(of: row, octave)
            for oldColumn in oldColumns {
                defer { index += 1 }
                guard let oldRow, let oldColumn, let served = places[index].served else { continue }
                let last = old.places[oldRow * old.columns.count + oldColumn]
                guard let lastServed = last.served else { continue }
                let before = forgettingDrops ? nil : last.before
                if served > lastServed, served * scale > 1 + roundingError {
                    places[index].before = before ?? lastServed
                } else if before != nil, served < lastServed {
                    flickers += 1
                } else {
                    places[index].before = before
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

    private mutating func serve(_ piece: ViewedPiece) {
        let columns = indices(from: piece.place.minX, to: piece.place.maxX).clamped(to: columns)
        let rows = indices(from: piece.place.minY, to: piece.place.maxY).clamped(to: rows)
        let served = piece.opacity >= 1 ? piece.downsample : .infinity
        for row in rows {
            let start = (row - self.rows.lowerBound) * self.columns.count - self.columns.lowerBound
            for column in columns {
                places[start + column].served = served
            }
        }
    }

    private mutating func leaveOut(_ isOutside: (Point) -> Bool) {
        var index = 0
        for row in rows {
            for column in columns {
                if isOutside(Point(x: Double(column) * distance, y: Double(row) * distance)) {
                    places[index].served = nil
                }
                index += 1
            }
        }
    }

    /// Where a column of a grid with another octave is in this one; nil when it is not.
    private func columnIndex(of column: Int, _ otherOctave: Int) -> Int? {
        translated(column, otherOctave).flatMap { columns.contains($0) ? $0 - columns.lowerBound : nil }
    }

    private func rowIndex(of row: Int, _ otherOctave: Int) -> Int? {
        translated(row, otherOctave).flatMap { rows.contains($0) ? $0 - rows.lowerBound : nil }
    }

    private func translated(_ index: Int, _ otherOctave: Int) -> Int? {
        let shift = otherOctave - octave
        // Views of such different scales have nothing in common.
        guard abs(shift) < 16 else { return nil }
        if shift >= 0 { return index << shift }
        return index & (1 << -shift - 1) == 0 ? index >> -shift : nil
    }
}
