internal import CodecShims

extension JPEGDecoderHandle {
    /// Where the coefficients of a component lie in the temporary file, all of which are in it from here on.
    func spilled(component: Int) throws -> tk_jpeg_spilled {
        var place = tk_jpeg_spilled()
        try check(tk_jpeg_decoder_spilled(decoder, Int32(component), &place))
        return place
    }

    /// Fills `bytes` from the temporary file; what was never written is zeros.
    func readSpilled(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        guard let spillFile else { preconditionFailure("the coefficients are in a file") }
        try spillFile.read(into: bytes, at: offset)
    }

    /// Brings coefficients into the range that can be written again.
    func limit(_ blocks: UnsafeMutablePointer<Int16>, blocks count: Int) {
        tk_jpeg_decoder_limit(decoder, blocks, count)
    }
}
