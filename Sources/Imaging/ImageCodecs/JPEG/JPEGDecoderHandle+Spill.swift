internal import CodecShims

extension JPEGDecoderHandle {
    /// Where the coefficients of a component lie in the temporary file, all of which are in it from here on.
    func spillLocation(component: Int) throws -> tk_jpeg_spill_location {
        var location = tk_jpeg_spill_location()
        try check(tk_jpeg_decoder_spill_location(decoder, Int32(component), &location))
        return location
    }

    /// Fills `bytes` from the temporary file; what was never written is zeros.
    func readSpilled(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        guard let spillFile else { preconditionFailure("the coefficients are in a file") }
        try spillFile.read(into: bytes, at: offset)
    }

    /// Brings coefficients into the range that can be written again.
    func clamp(_ blocks: UnsafeMutablePointer<Int16>, blocks count: Int) {
        tk_jpeg_decoder_clamp(decoder, blocks, count)
    }
}
