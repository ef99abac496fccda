internal import Concurrency
internal import ImageSources

/// Decodes the MCU rows of an image with several scans, each by all of its scans.
final class ScanRowDecoder: @unchecked Sendable {
    // One thread calls it; each of the threads that work for it then has chains of its own.

    /// MCU rows that are decoded together, and the number of the first.
    private struct Group {
        let firstRow: Int
        let rows: [CoefficientBlocks]
    }

    let frame: JPEGFrame
    /// The scans, from the most data to the least, and the number of others that come before each for the same coefficients.
    private let scans: [(scan: ScanDecoder, stage: Int)]
    /// Steps from the first scan of a group to its last.
    let stageCount: Int
    private var nextRow = 0
    /// The groups that not all scans have decoded, the latest first; nil where there are no more rows.
    private var groups: [Group?] = []

    /// Creates a decoder of all scans; fails if one has an invalid Huffman table.
    ///
    /// - Parameters:
    ///   - script: the scans.
    ///   - frame: the image.
    ///   - read: reads bytes of the file from an offset on; called by several threads at once.
    /// - Throws: `OutOfMemory` when the system refuses the memory of the scans' windows.
    init?(
        _ script: ScanScript, of frame: JPEGFrame,
        read: @escaping (UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
    ) throws(OutOfMemory) {
        self.frame = frame
        var scans: [ScanDecoder] = []
        for scan in script.scans {
            var next = scan.bytes.lowerBound
            let bitstream = try DestuffedBitstream { bytes, capacity in
                let count = min(capacity, scan.bytes.upperBound - next)
                guard count > 0 else { return 0 }
                let length = try read(UnsafeMutableRawBufferPointer(start: bytes, count: count), next)
                next += length
                return length
            }
            guard let decoder = ScanDecoder(scan, isProgressive: script.isProgressive, of: frame, bitstream) else {
                return nil
            }
            scans.append(decoder)
        }
        // Coefficients of different components do not depend on each other, and none depends on a DC coefficient.
        let stages = scans.enumerated().map { number, scan in
            script.isProgressive
                ? scans[..<number].count {
                    $0.hasDC == scan.hasDC && !Set($0.componentNumbers).isDisjoint(with: scan.componentNumbers)
                } : 0
        }
        let sizes = script.scans.map(\.bytes.count)
        self.scans = scans.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }.map { (scans[$0], stages[$0]) }
        stageCount = (stages.max() ?? 0) + 1
    }

    /// Whether extraneous bytes have been skipped, or follow the last rows.
    var leavesBytes: Bool { scans.contains(where: \.scan.leavesBytes) }

    /// Takes the next MCU rows, and decodes these and earlier ones with at most so many threads.
    ///
    /// While the first scans decode the new rows, later scans decode rows taken before.
    ///
    /// - Parameters:
    ///   - rows: memory for the next rows; none after the last.
    ///   - threads: the most threads.
    /// - Returns: the rows that all scans have decoded: those taken ``stageCount`` - 1 calls ago.
    /// - Throws: ``RowDamage``, or what reading throws.
    func advance(_ rows: [CoefficientBlocks], threads: Int) throws -> [CoefficientBlocks] {
        rows.forEach { $0.removeAll() }
        groups.insert(rows.isEmpty ? nil : Group(firstRow: nextRow, rows: rows), at: 0)
        nextRow += rows.count
        let groups = groups
        try parallelFor(scans.count, workers: threads, makeContext: {}) { number, _ in
            let (scan, stage) = self.scans[number]
            guard stage < groups.count, let group = groups[stage] else { return }
            for (index, blocks) in group.rows.enumerated() {
                do {
                    try scan.decode(group.firstRow + index, into: blocks)
                } catch let damage as JPEGDamage {
                    throw RowDamage(damage: damage, mcuRow: group.firstRow + index)
                }
            }
        }
        return groups.count < stageCount ? [] : self.groups.removeLast()?.rows ?? []
    }

    /// Damage in an MCU row.
    struct RowDamage: Error {
        let damage: JPEGDamage
        let mcuRow: Int
    }
}
