internal import TilePyramid

/// The division of a mosaic into slabs: rows that are made at a time.
struct MosaicSlabs {
    /// The most bytes of a slab.
    static let byteLimit = 64 << 20
    /// The most rows of a slab; it bounds what is decoded before the first row is delivered.
    private static let rowLimit = 4096
    /// The fewest rows, where the mosaic is so wide that more bytes are needed.
    private static let leastRows = 16

    private let images: [PlacedImage]
    private let rowLimit: Int
    /// The rows at which images begin or end, ascending.
    private let edges: [Int]
    /// The first row of each image, and the row after its last, both ascending.
    private let begins, ends: [Int]

    /// Prepares the division.
    ///
    /// - Parameters:
    ///   - images: the images.
    ///   - rowBytes: the bytes of a row of the mosaic.
    ///   - byteLimit: the most bytes of a slab.
    init(_ images: [PlacedImage], rowBytes: Int, byteLimit: Int = Self.byteLimit) {
        self.images = images
        rowLimit = max(Self.leastRows, min(Self.rowLimit, byteLimit / max(1, rowBytes)))
        begins = images.map(\.rect.rows.lowerBound).sorted()
        ends = images.map(\.rect.rows.upperBound).sorted()
        edges = Set(begins + ends).sorted()
    }

    /// The end of the slab that begins with a row: where the fewest images are divided, and as late as possible.
    func end(from row: Int, limit: Int) -> Int {
        let last = min(limit, row + rowLimit)
        guard last < limit else { return limit }
        var best = last
        var fewest = Int.max
        // A slab of less than a quarter of the rows is not worth while.
        let first = edges.count(before: row + rowLimit / 4 + 1)
        let after = edges.count(before: last)
        for edge in edges[first..<max(first, after)] + [last] {
            let divided = begins.count(before: edge) - ends.count(before: edge + 1)
            if divided <= fewest {
                best = edge
                fewest = divided
            }
        }
        return best
    }

    /// The images that show something in rows, from the lowest to the uppermost, in groups of which no two overlap.
    func groups(in rows: Range<Int>) -> [[Int]] {
        var groups: [[Int]] = []
        var current: [Int] = []
        for (index, image) in images.enumerated() where image.rect.rows.overlaps(rows) {
            let overlaps = current.contains { other in
                images[other].rect.columns.overlaps(image.rect.columns)
                    && images[other].rect.rows.overlaps(image.rect.rows)
            }
            if overlaps {
                groups.append(current)
                current = []
            }
            current.append(index)
        }
        return current.isEmpty ? groups : groups + [current]
    }
}

extension [Int] {
    /// The number of elements below a number; the elements are ascending.
    fileprivate func count(before number: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
