/// A Huffman decoder, with its lookahead tables at hand.
///
/// The decoder must outlive it.
struct HuffmanLookup {
    private let decoder: Unmanaged<HuffmanDecoder>
    let entries: UnsafeMutablePointer<HuffmanDecoder.Entry>
    let pairs: UnsafeMutablePointer<HuffmanDecoder.Pair>

    init(_ decoder: HuffmanDecoder) {
        self.decoder = .passUnretained(decoder)
        entries = decoder.entries
        pairs = decoder.pairs
    }

    /// Completes an entry that the lookahead bits did not decide.
    @inline(__always)
    func completeLookup(afterPartial entry: HuffmanDecoder.Entry, _ bits: UInt64) throws(JPEGDamage)
        -> HuffmanDecoder.Entry
    {
        let entry = decoder._withUnsafeGuaranteedRef { $0.completeLookup(afterPartial: entry, bits) }
        if entry == .none { throw .corrupt }
        return entry
    }

    /// Returns a symbol that the lookahead bits did not decide, and the length of its code.
    func completeSymbol(
        afterPartial entry: HuffmanDecoder.Entry, _ bits: UInt64
    ) throws(JPEGDamage) -> (symbol: UInt8, length: Int) {
        let symbol = decoder._withUnsafeGuaranteedRef { $0.completeSymbol(afterPartial: entry, bits) }
        guard let symbol else { throw .corrupt }
        return symbol
    }
}
