/// A block whose coefficients are placed by a transform, with a mask of those that are not zero.
struct PlacedBlock: CoefficientReceiver {
    private let targets: UnsafePointer<UInt8>
    private let signs: UnsafePointer<Int16>
    private let values: UnsafeMutablePointer<Int16>
    /// The bit of each coefficient that is not zero.
    private(set) var mask: UInt64 = 0

    @inline(__always)
    init(_ placement: BlockPlacement, in values: UnsafeMutablePointer<Int16>) {
        targets = UnsafePointer(placement.targets)
        signs = UnsafePointer(placement.signs)
        self.values = values
    }

    @inline(__always)
    mutating func receive(_ value: Int16, at number: Int) {
        let target = targets[number]
        values[Int(target)] = value &* signs[number]
        mask |= (value != 0 ? 1 : 0) &<< UInt64(target)
    }

    /// Decodes the AC coefficients of a block; returns the mask of those that are not zero.
    @inline(__always)
    static func decodeAC(
        _ table: HuffmanLookup, _ placement: BlockPlacement, from shared: inout BitReader,
        into values: UnsafeMutablePointer<Int16>
    ) throws(JPEGDamage) -> UInt64 {
        // Locals stay in registers.
        var reader = shared
        defer { shared = reader }
        var block = PlacedBlock(placement, in: values)
        try SequentialBlocks.decodeAC(table, from: &reader, into: &block)
        return block.mask
    }
}
