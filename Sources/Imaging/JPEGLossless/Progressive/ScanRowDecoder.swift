internal import Concurrency
internal import ImageSources

/// Decodes the MCU rows of an image with several scans, each by all of its scans.
final class ScanRowDecoder: @unchecked Sendable {
    // One thread calls it; each of the threads that work for it then has chains of its own.

    let frame: JPEGFrame
    /// Scans that depend on each other, in order; those of different chains are decoded side by side.
    private let chains: [[ScanDecoder]]
    private var nextRow = 0

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
        if script.isProgressive {
            // The coefficients of each component apart from its mean; most of them are luma's.
            let others = frame.components.indices.map { number in
                scans.filter { !$0.hasDC && $0.componentNumbers == [number] }
            }
            chains = (others + [scans.filter(\.hasDC)]).filter { !$0.isEmpty }
        } else {
            chains = scans.map { [$0] }
        }
    }

    /// Whether extraneous bytes have been skipped, or follow the last rows.
    var leavesBytes: Bool { chains.joined().contains(where: \.leavesBytes) }

    /// Decodes the next MCU rows with at most so many threads.
    ///
    /// - Throws: ``RowDamage``, or what reading throws.
    func decode(_ rows: [CoefficientBlocks], threads: Int) throws {
        let first = nextRow
        nextRow += rows.count
        rows.forEach { $0.removeAll() }
        try parallelFor(chains.count, workers: threads, makeContext: {}) { number, _ in
            for (index, blocks) in rows.enumerated() {
                for scan in self.chains[number] {
                    do {
                        try scan.decode(first + index, into: blocks)
                    } catch let damage as JPEGDamage {
                        throw RowDamage(damage: damage, mcuRow: first + index)
                    }
                }
            }
        }
    }

    /// Damage in an MCU row.
    struct RowDamage: Error {
        let damage: JPEGDamage
        let mcuRow: Int
    }
}
