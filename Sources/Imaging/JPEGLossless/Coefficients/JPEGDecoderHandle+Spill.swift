internal import ImageSources
internal import CodecShims

extension JPEGDecoderHandle {
    /// Returns where a component's coefficients lie in the temporary file; flushes them to it first.
    func spillLocation(component: Int) throws -> tk_jpeg_spill_location {
        var location = tk_jpeg_spill_location()
        try check(tk_jpeg_decoder_spill_location(decoder, Int32(component), &location))
        return location
    }

    /// Fills `bytes` from the temporary file; coefficients that were never written are zeros.
    func readSpilled(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        guard let spillFile else { preconditionFailure("coefficients are spilled before they are read from a file") }
        try spillFile.read(into: bytes, at: offset)
    }

    /// Clamps coefficients to the range that baseline Huffman codes can represent; out-of-range ones count as damage.
    func clamp(_ blocks: UnsafeMutablePointer<Int16>, blocks count: Int) {
        tk_jpeg_decoder_clamp(decoder, blocks, count)
    }
}
